import {
  formatHostPort,
  newToken,
  type SipAddress,
  SipHeaders,
  type SipHost,
  type SipRequest,
  transportParameter,
} from "@linedesk/sip";
import type { SipRequestDeps } from "../dialogs/sip-call-deps.ts";
import { describeCause, noAddress, noAnswer, type SipAnswer } from "../trunks/sip-answer.ts";
import type { Trunk } from "../trunks/trunk.ts";

const ANSWER_MS = 5_000;

/** Lists the addresses of a trunk's host; over TLS its certificate must have the host's name. */
export async function resolveHost(
  { routing }: Pick<SipRequestDeps, "routing">,
  { transport }: Pick<Trunk, "transport">,
  host: SipHost,
): Promise<SipAddress[]> {
  const found = await routing.resolver.resolve(host, transport);
  return transport === "tls"
    ? found.map((address) => ({ ...address, serverName: host.host }))
    : found;
}

/**
 * Sends OPTIONS to one address of a host after the other. Resolves with the first answer that shows
 * that the host is up, otherwise with the last one.
 */
export async function askHost(
  context: SipRequestDeps,
  trunk: Trunk,
  { host, isClosed = () => false }: { host: SipHost; isClosed?: () => boolean },
): Promise<SipAnswer> {
  let last: SipAnswer = noAddress;
  for (const target of await resolveHost(context, trunk, host)) {
    if (isClosed()) {
      return last;
    }
    last = await sendOptions(context, trunk, { target, host: formatHostPort(host) });
    if (isUp(last)) {
      return last;
    }
  }
  return last;
}

/** Every final response except 408 and 503 proves that the far end is up. */
export function isUp(answer: SipAnswer): boolean {
  return answer.type === "answered" && answer.status !== 408 && answer.status !== 503;
}

function sendOptions(
  context: SipRequestDeps,
  trunk: Trunk,
  { target, host }: { target: SipAddress; host: string },
): Promise<SipAnswer> {
  const { signalling, clock } = context;
  const sentBy = signalling.sentBy(target);
  const request = optionsTo(`sip:${trunk.domain ?? host}`, trunk, sentBy);
  return new Promise((resolve) => {
    const stopWaiting = clock.after(ANSWER_MS, () => finish(noAnswer));
    const transaction = signalling.transactions.request(
      { request, target, sentBy },
      {
        onTimeout: (cause) => finish(describeCause(cause)),
        onResponse: ({ status }) => {
          if (status >= 200) {
            finish({ type: "answered", status });
          }
        },
      },
    );
    function finish(answer: SipAnswer): void {
      stopWaiting();
      transaction.abandon();
      resolve(answer);
    }
  });
}

function optionsTo(uri: string, trunk: Trunk, sentBy: string): SipRequest {
  const headers = new SipHeaders()
    .add("Max-Forwards", "70")
    .add("From", `<sip:linedesk@${trunk.domain ?? sentBy}>;tag=${newToken()}`)
    .add("To", `<${uri}>`)
    .add("Call-ID", newToken() + newToken())
    .add("CSeq", "1 OPTIONS")
    .add("Contact", `<sip:linedesk@${sentBy}${transportParameter(trunk.transport)}>`)
    .add("Accept", "application/sdp");
  return { type: "request", method: "OPTIONS", uri, headers, body: "" };
}
