import {
  encodeUser,
  formatHostPort,
  type Incoming,
  type SipAddress,
  SipHeaders,
  type SipHost,
  type SipRequest,
  type SipResponse,
  transportParameter,
  withCredentials,
} from "@linedesk/sip";
import { contactHeader, type SipRequestDeps } from "../dialogs/sip-call-deps.ts";
import { describeCause, noAddress, type SipAnswer, type SipFailure } from "../trunks/sip-answer.ts";
import type { Trunk } from "../trunks/trunk.ts";
import { resolveHost } from "./ask-host.ts";
import { newRegistration, type StoredRegistration } from "./registration-file.ts";

type Register = Pick<SipRequest, "headers" | "uri">;

/** The values that all REGISTER requests of one registration have in common. */
export class RegisterSequence {
  readonly #callId: string;
  readonly #fromTag: string;
  #cseq: number;

  constructor({ callId, fromTag, cseq }: StoredRegistration = newRegistration()) {
    this.#callId = callId;
    this.#fromTag = fromTag;
    this.#cseq = cseq;
  }

  get cseq(): number {
    return this.#cseq;
  }

  skipTo(cseq: number): void {
    this.#cseq = cseq;
  }

  /** Begins a REGISTER; without further headers it only queries the bindings (RFC 3261, 10.2.3). */
  begin(trunk: Trunk, registrar: SipHost): Register {
    const domain = trunk.domain ?? formatHostPort(registrar);
    const user = trunk.registration?.user ?? trunk.credentials?.username ?? "";
    const own = `<sip:${encodeUser(user)}@${domain}>`;
    this.#cseq += 1;
    const headers = new SipHeaders()
      .add("Max-Forwards", "70")
      .add("From", `${own};tag=${this.#fromTag}`)
      .add("To", own)
      .add("Call-ID", this.#callId)
      .add("CSeq", `${this.#cseq} REGISTER`);
    return { headers, uri: `sip:${domain}${transportParameter(trunk.transport)}` };
  }
}

/** Completes a REGISTER that binds our Contact at the registrar for that time. */
export function bindContact(
  { headers, uri }: Register,
  context: SipRequestDeps,
  { expiresS, target }: { expiresS: number; target: SipAddress },
): SipRequest {
  headers
    .add("Contact", contactHeader(context, target))
    .add("Expires", String(expiresS))
    .add("Supported", "path");
  return { type: "request", method: "REGISTER", uri, headers, body: "" };
}

export type RegisterResult = { type: "answered"; response: Incoming<SipResponse> } | SipFailure;

/** Resolves with the final answer after challenges, or with the failure of the request. */
export function sendRegister(
  context: SipRequestDeps,
  { credentials }: Pick<Trunk, "credentials">,
  sent: { request: SipRequest; target: SipAddress; sequence: RegisterSequence },
): Promise<RegisterResult> {
  const { request, target, sequence } = sent;
  return new Promise((resolve, reject) => {
    const parts = { request, target, sentBy: context.signalling.sentBy(target) };
    context.signalling.transactions.request(parts, {
      onTimeout: (cause) => resolve(describeCause(cause)),
      onResponse: (response) => {
        if (response.status < 200) {
          return;
        }
        const retry = withCredentials(request, response, credentials);
        if (retry === null) {
          return resolve({ type: "answered", response });
        }
        sequence.skipTo(response.cseq.number + 1);
        sendRegister(context, { credentials }, { ...sent, request: retry }).then(resolve, reject);
      },
    });
  });
}

/**
 * Asks a registrar for the bindings of the trunk's user. This checks user and password and leaves
 * the bindings unchanged.
 */
export async function queryRegistrar(
  context: SipRequestDeps,
  trunk: Trunk,
  registrar: SipHost,
): Promise<SipAnswer> {
  const sequence = new RegisterSequence();
  let last: SipAnswer = noAddress;
  for (const target of await resolveHost(context, trunk, registrar)) {
    const { headers, uri } = sequence.begin(trunk, registrar);
    const request: SipRequest = { type: "request", method: "REGISTER", uri, headers, body: "" };
    last = toAnswer(await sendRegister(context, trunk, { request, target, sequence }));
    if (last.type === "answered" && last.status !== 503) {
      return last;
    }
  }
  return last;
}

export function toAnswer(result: RegisterResult): SipAnswer {
  return result.type === "failed" ? result : { type: "answered", status: result.response.status };
}
