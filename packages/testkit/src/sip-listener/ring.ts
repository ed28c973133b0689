import { deferred } from "./deferred.ts";
import {
  type CallOptions,
  contactTarget,
  ListenerCall,
  type ListenerEnd,
} from "./listener-call.ts";
import { ListenerError } from "./listener-error.ts";
import { pause } from "./pause.ts";
import { type UdpAddress, SipPhone } from "./sip-phone.ts";
import { headerOf, randomName, type SipText } from "./sip-text.ts";

/** The target and the caller of a telephone's call. */
export interface RingOptions extends CallOptions {
  exchange: UdpAddress;
  /** The caller's number, or a whole `sip:` URI. */
  from: string;
  /** The display name of the caller. */
  name?: string;
  /** A number of the station, or a whole `sip:` URI. */
  to: string;
  /** Additional headers of the INVITE, such as P-Asserted-Identity. */
  headers?: [name: string, value: string][];
  /** The time limit for the exchange's first answer; by default 8 s. */
  noReplyMs?: number;
}

const cancelWaitMs = 2000;

/**
 * Calls the exchange from a person's telephone, with real SIP and RTP over UDP on two ports. One
 * process can run hundreds of telephones. Resolves when the INVITE has been sent.
 */
export async function ring(options: RingOptions): Promise<SipListener> {
  const inbox: { take: ((message: SipText, from: UdpAddress) => void) | null } = { take: null };
  const phone = new SipPhone((message, from) => inbox.take?.(message, from));
  const isLocal = options.exchange.address.startsWith("127.");
  const host = isLocal ? "127.0.0.1" : "0.0.0.0";
  await phone.open(host, 0);
  const listener = new SipListener(phone, options);
  inbox.take = (message, from) => listener.handle(message, from);
  await listener.start(host);
  return listener;
}

/** One call from a telephone to the exchange. */
export class SipListener extends ListenerCall {
  readonly #options: RingOptions;
  readonly #branch = `z9hG4bK${randomName()}`;
  readonly #ringing = deferred<void>();
  readonly #answered = deferred<void>();
  #noReply: NodeJS.Timeout | undefined;
  #giveUp: "no" | "wanted" | "sent" = "no";
  #hasReply = false;
  #closing: Promise<void> | null = null;
  /** Resolves at the first 180, 183 or 200. Rejects if the call ends first. */
  readonly ringing = this.#ringing.promise;
  /** Resolves at the 200. Rejects if the call ends first. */
  readonly answered = this.#answered.promise;

  constructor(phone: SipPhone, options: RingOptions) {
    const { address, port } = options.exchange;
    const remoteTarget = sipUri(options.to, `${address}:${port}`);
    const caller = sipUri(options.from, phone.addressToward(address));
    const name = options.name === undefined ? "" : `"${options.name.replace(/["\\]/g, "")}" `;
    const identity = {
      callId: randomName(),
      local: `${name}<${caller}>;tag=${randomName()}`,
      remote: `<${remoteTarget}>`,
      remoteTarget,
      peer: options.exchange,
    };
    super(phone, identity, options);
    this.#options = options;
  }

  async start(host: string): Promise<void> {
    await this.openVoice(host);
    const invite = this.dialog.compose("INVITE", {
      cseq: `${this.dialog.cseq} INVITE`,
      branch: this.#branch,
      headers: this.#options.headers ?? [],
      body: this.describe(),
      type: "application/sdp",
    });
    this.phone.sendUntil("INVITE", invite, this.dialog.identity.peer);
    this.#noReply = setTimeout(() => {
      this.#over({ by: "exchange", status: 0, reason: "no reply" });
    }, this.#options.noReplyMs ?? 8000);
  }

  handle(message: SipText, from: UdpAddress): void {
    if (headerOf(message, "call-id") !== this.callId) {
      return;
    }
    if (message.status === 0) {
      return this.#takeRequest(message, from);
    }
    if (headerOf(message, "cseq") === "1 INVITE") {
      return this.#takeInviteAnswer(message);
    }
    this.dialog.takeAnswer(message);
  }

  /**
   * Sends CANCEL while the call rings, or BYE after the answer. Resolves when the call has ended.
   */
  async hangUp(): Promise<void> {
    if (this.status === "ended") {
      return;
    }
    if (this.status !== "talking") {
      if (this.#giveUp === "no") {
        this.#giveUp = "wanted";
      }
      this.#sendCancel();
      await Promise.race([this.ended, this.answered.catch(() => undefined), pause(cancelWaitMs)]);
    }
    if (this.status === "talking") {
      await this.sayGoodbye();
    }
    this.#over({ by: "listener", status: 487, reason: "" });
  }

  /** Hangs up if needed and frees the ports. Repeated calls change nothing. */
  close(): Promise<void> {
    this.#closing ??= this.hangUp().then(() => this.phone.close());
    return this.#closing;
  }

  #takeRequest(message: SipText, from: UdpAddress): void {
    this.takeRequest(message, from);
    if (message.method === "BYE") {
      this.#settle();
    }
  }

  #takeInviteAnswer(answer: SipText): void {
    this.#hasReply = true;
    clearTimeout(this.#noReply);
    this.phone.stopRepeating("INVITE");
    if (answer.status < 200) {
      return this.#takeProgress(answer);
    }
    if (answer.status < 300) {
      return this.#takeAccept(answer);
    }
    this.dialog.identity.remote = headerOf(answer, "to");
    const ack = this.dialog.compose("ACK", { cseq: "1 ACK", branch: this.#branch });
    this.phone.send(ack, this.dialog.identity.peer);
    const by = this.#giveUp === "no" ? "exchange" : "listener";
    this.#over({ by, status: answer.status, reason: answer.reason });
  }

  #takeProgress(answer: SipText): void {
    if (this.#giveUp === "wanted") {
      this.#sendCancel();
    }
    if (answer.status !== 180 && answer.status !== 183) {
      return;
    }
    this.become("ringing");
    // Early media: the caller hears sound before the answer.
    if (answer.body !== "") {
      this.connect(answer.body);
    }
    this.#ringing.resolve();
  }

  /**
   * Acknowledges every repeated 200 again, because the exchange has not received the earlier ACK.
   */
  #takeAccept(answer: SipText): void {
    this.dialog.identity.remote = headerOf(answer, "to");
    this.dialog.identity.remoteTarget = contactTarget(answer) ?? this.dialog.identity.remoteTarget;
    this.dialog.acknowledge(answer);
    if (this.status === "talking" || this.status === "ended") {
      return;
    }
    this.become("talking");
    this.connect(answer.body);
    this.#ringing.resolve();
    this.#answered.resolve();
  }

  #sendCancel(): void {
    // RFC 3261 section 9.1 forbids CANCEL before the first answer.
    if (!this.#hasReply || this.#giveUp === "sent") {
      return;
    }
    this.#giveUp = "sent";
    const cancel = this.dialog.compose("CANCEL", { cseq: "1 CANCEL", branch: this.#branch });
    this.phone.send(cancel, this.dialog.identity.peer);
  }

  #over(end: ListenerEnd): void {
    this.finish(end);
    this.#settle();
  }

  #settle(): void {
    clearTimeout(this.#noReply);
    this.phone.stopRepeating("INVITE");
    this.#ringing.reject(new ListenerError("the call ended before it rang"));
    this.#answered.reject(new ListenerError("the call ended before it was answered"));
  }
}

/** Returns `sip:number@host:port` for a number, and a URI unchanged. */
function sipUri(party: string, hostPort: string): string {
  return party.startsWith("sip:") ? party : `sip:${party}@${hostPort}`;
}
