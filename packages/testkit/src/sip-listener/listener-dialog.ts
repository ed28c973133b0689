import { type Deferred, deferred } from "./deferred.ts";
import { ListenerError } from "./listener-error.ts";
import type { SipPhone } from "./sip-phone.ts";
import { headerOf, randomName, type SipText, writeSipText } from "./sip-text.ts";

export interface CallIdentity {
  callId: string;
  /** The From and To headers that our requests contain. */
  local: string;
  remote: string;
  remoteTarget: string;
  peer: { address: string; port: number };
}

const answerWaitMs = 4000;
export interface RequestShape {
  cseq: string;
  branch?: string;
  headers?: [string, string][];
  body?: string;
  type?: string;
}

/** The requests that a telephone sends within the dialog of a call, and their answers. */
export class ListenerDialog {
  readonly identity: CallIdentity;
  readonly #phone: SipPhone;
  readonly #answers = new Map<string, Deferred<SipText>>();
  cseq = 1;

  constructor(phone: SipPhone, identity: CallIdentity) {
    this.#phone = phone;
    this.identity = identity;
  }

  /** Resolves to the final answer. */
  async request(method: string, parts: { body?: string; type?: string } = {}): Promise<SipText> {
    this.cseq += 1;
    const key = `${this.cseq} ${method}`;
    const name = `${this.identity.callId} ${key}`;
    const answer = deferred<SipText>();
    this.#answers.set(key, answer);
    const timer = setTimeout(() => {
      answer.reject(new ListenerError(`${method} got no answer`));
    }, answerWaitMs);
    const datagram = this.compose(method, { ...parts, cseq: key });
    this.#phone.sendUntil(name, datagram, this.identity.peer);
    try {
      return await answer.promise;
    } finally {
      clearTimeout(timer);
      this.#phone.stopRepeating(name);
      this.#answers.delete(key);
    }
  }

  acknowledge(answer: SipText): void {
    const cseq = headerOf(answer, "cseq").replace(/\S+$/, "ACK");
    this.#phone.send(this.compose("ACK", { cseq }), this.identity.peer);
  }

  compose(method: string, parts: RequestShape): Buffer {
    const { callId, local, remote, remoteTarget, peer } = this.identity;
    const hostPort = `${this.#phone.addressToward(peer.address)}:${this.#phone.port}`;
    const headers: [string, string][] = [
      ["Via", `SIP/2.0/UDP ${hostPort};branch=${parts.branch ?? `z9hG4bK${randomName()}`};rport`],
      ["Max-Forwards", "70"],
      ["From", local],
      ["To", remote],
      ["Call-ID", callId],
      ["CSeq", parts.cseq],
      ["Contact", `<sip:listener@${hostPort}>`],
      ...(parts.headers ?? []),
    ];
    if (parts.type !== undefined) {
      headers.push(["Content-Type", parts.type]);
    }
    const first = `${method} ${remoteTarget} SIP/2.0`;
    return writeSipText({ first, headers, body: parts.body ?? "" });
  }

  /** Handles a final answer to our request, and ignores provisional ones. */
  takeAnswer(message: SipText): void {
    if (message.status < 200) {
      return;
    }
    this.#answers.get(headerOf(message, "cseq"))?.resolve(message);
  }

  /** Rejects all requests that still wait for an answer. */
  abandon(error: ListenerError): void {
    for (const answer of this.#answers.values()) {
      answer.reject(error);
    }
  }
}
