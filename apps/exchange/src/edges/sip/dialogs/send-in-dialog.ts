import { type Credentials, type Incoming, type SipResponse, withCredentials } from "@linedesk/sip";
import { createAck, type Dialog, type OutgoingRequest } from "./dialog.ts";
import { type SipCallDeps } from "./sip-call-deps.ts";

export interface InDialogDeps {
  context: Pick<SipCallDeps, "signalling">;
  dialog: Dialog;
  credentials: Credentials | null;
}

export function sendInDialog(
  parts: InDialogDeps,
  { request, target }: OutgoingRequest,
): Promise<Incoming<SipResponse> | null> {
  const { context, dialog, credentials } = parts;
  const { transactions, sentBy } = context.signalling;
  return new Promise((resolve) => {
    transactions.request(
      { request, target, sentBy: sentBy(target) },
      {
        onTimeout: () => resolve(null),
        onResponse: (response) => {
          if (response.status < 200) {
            return;
          }
          const isAccepted = response.status < 300 && request.method === "INVITE";
          // Each 2xx gets an ACK, even when it is repeated.
          if (isAccepted) {
            const ack = createAck(dialog, request);
            transactions.sendAck({ ...ack, sentBy: sentBy(ack.target) });
          }
          const cseq = dialog.localCSeq + 1;
          const retry = withCredentials(request, response, credentials, cseq);
          if (retry === null) {
            return resolve(response);
          }
          dialog.localCSeq = cseq;
          sendInDialog(parts, { request: retry, target }).then(resolve, () => resolve(null));
        },
      },
    );
  });
}
