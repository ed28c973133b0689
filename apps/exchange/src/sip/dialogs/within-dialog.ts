import { type CallContext } from "../call-context.ts";
import type { Credentials } from "./digest.ts";
import { withCredentials } from "./digest-retry.ts";
import { type Dialog, requestWithin } from "./dialog.ts";
import type { SipAddress } from "../messages/sip-address.ts";
import type { Incoming, SipRequest, SipResponse } from "../messages/sip-message.ts";

export interface WithinParts {
  context: Pick<CallContext, "transactions" | "sentBy">;
  dialog: Dialog;
  credentials: Credentials | null;
}

/** Sends a request of a dialog, challenges met; resolves with its final answer, or null. */
export function sendWithin(
  parts: WithinParts,
  request: SipRequest,
  target: SipAddress,
): Promise<Incoming<SipResponse> | null> {
  const { context, dialog, credentials } = parts;
  const { transactions, sentBy } = context;
  return new Promise((resolve) => {
    transactions.request(
      { request, target, sentBy: sentBy(target) },
      {
        onTimeout: () => resolve(null),
        onResponse: (response) => {
          if (response.status < 200) return;
          const isAccepted = response.status < 300 && request.method === "INVITE";
          // Each 2xx is acknowledged, also when it comes again.
          if (isAccepted) {
            const ack = requestWithin(dialog, "ACK", response.cseq.number);
            transactions.sendAck({ ...ack, sentBy: sentBy(ack.target) });
          }
          const retry = withCredentials(request, response, credentials);
          if (retry === null) return resolve(response);
          dialog.localCSeq = response.cseq.number + 1;
          sendWithin(parts, retry, target).then(resolve, () => resolve(null));
        },
      },
    );
  });
}
