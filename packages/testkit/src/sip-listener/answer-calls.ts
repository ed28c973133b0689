import { createHash } from "node:crypto";

import { deferred } from "./deferred.ts";
import { type CallOptions, contactTarget, ListenerCall } from "./listener-call.ts";
import { pause } from "./pause.ts";
import { type UdpAddress, SipPhone } from "./sip-phone.ts";
import { headerOf, headersOf, randomName, type SipText, tagIn, writeAnswer } from "./sip-text.ts";

/** The telephone's address and behaviour. */
export interface AnsweringOptions extends CallOptions {
  /** The UDP port. Without it, or with 0, the telephone uses a free port. */
  port?: number;
  host?: string;
  /** The telephone's behaviour on a call. By default it rings and then answers. */
  does?:
    | { type: "answer"; afterMs?: number }
    | { type: "ring" }
    /** The telephone sends its sound before the answer (183 with SDP). */
    | { type: "early" }
    | { type: "refuse"; status: number; reason: string; afterMs?: number }
    | { type: "ignore" };
  /** The telephone requires digest credentials first, as a carrier does. */
  credentials?: { username: string; password: string };
}

/** A telephone that receives calls. `close()` hangs up every call. */
export interface AnsweringListener {
  address: UdpAddress;
  /** Every received call in order, including calls that have ended. */
  calls: readonly CalledListener[];
  /** Resolves to the next call, or to an earlier one that was not yet returned. */
  nextCall(): Promise<CalledListener>;
  /** The methods of received requests, in order. */
  requests: readonly string[];
  close(): Promise<void>;
}

/** Starts a telephone that receives calls of the exchange, with real SIP and RTP over UDP. */
export async function answerCalls(options: AnsweringOptions = {}): Promise<AnsweringListener> {
  const calls: CalledListener[] = [];
  const requests: string[] = [];
  const waiting: ((call: CalledListener) => void)[] = [];
  let taken = 0;
  const realm = randomName();
  const phone = new SipPhone((message, from) => {
    if (message.status === 0) {
      requests.push(message.method);
    }
    const call = calls.find(({ callId }) => callId === headerOf(message, "call-id"));
    if (call !== undefined) {
      return call.handle(message, from);
    }
    if (message.method !== "INVITE" || message.status !== 0) {
      return refuse(phone, message, from);
    }
    if (!isAuthorised(message, options)) {
      return challenge(phone, message, { from, realm });
    }
    const called = new CalledListener(phone, { invite: message, from, options });
    calls.push(called);
    const taker = waiting.shift();
    if (taker !== undefined) {
      taken += 1;
      taker(called);
    }
    void called.start();
  });
  const host = options.host ?? "127.0.0.1";
  await phone.open(host, options.port ?? 0);
  return {
    address: { address: host, port: phone.port },
    calls,
    requests,
    nextCall: () => {
      const next = calls[taken];
      if (next === undefined) {
        return new Promise((resolve) => void waiting.push(resolve));
      }
      taken += 1;
      return Promise.resolve(next);
    },
    close: async () => {
      await Promise.all(calls.map((call) => call.hangUp()));
      phone.close();
    },
  };
}

function refuse(phone: SipPhone, message: SipText, from: UdpAddress): void {
  if (message.status !== 0 || message.method === "ACK") {
    return;
  }
  const status = message.method === "OPTIONS" ? "200 OK" : "481 Call Does Not Exist";
  phone.send(writeAnswer(message, status, { toTag: randomName() }), from);
}

function challenge(
  phone: SipPhone,
  invite: SipText,
  ask: { from: UdpAddress; realm: string },
): void {
  const header = `Digest realm="${ask.realm}",nonce="${randomName()}",qop="auth",algorithm=MD5`;
  const headers: [string, string][] = [["Proxy-Authenticate", header]];
  const status = "407 Proxy Authentication Required";
  phone.send(writeAnswer(invite, status, { toTag: randomName(), headers }), ask.from);
}

/**
 * Returns true if the digest is right (RFC 2617 section 3.2.2). Computes it independently of the
 * exchange's code.
 */
function isAuthorised(invite: SipText, { credentials }: AnsweringOptions): boolean {
  if (credentials === undefined) {
    return true;
  }
  const header = headerOf(invite, "proxy-authorization");
  function field(name: string): string {
    return new RegExp(`\\b${name}="?([^",]*)"?`).exec(header)?.[1] ?? "";
  }
  function md5(text: string): string {
    return createHash("md5").update(text).digest("hex");
  }
  const secret = md5(`${credentials.username}:${field("realm")}:${credentials.password}`);
  const nonce = `${field("nonce")}:${field("nc")}:${field("cnonce")}:${field("qop")}`;
  const expected = md5(`${secret}:${nonce}:${md5(`INVITE:${field("uri")}`)}`);
  return header !== "" && field("response") === expected;
}

interface CalledParts {
  invite: SipText;
  from: UdpAddress;
  options: AnsweringOptions;
}

/** One call from the exchange to the telephone. */
export class CalledListener extends ListenerCall {
  readonly #parts: CalledParts;
  readonly #tag: string;
  readonly #answered = deferred<void>();
  #invite: "open" | "answered" = "open";
  #lastAnswer: Buffer | null = null;
  /** Resolves when the exchange has acknowledged the answer. */
  readonly answered = this.#answered.promise;

  constructor(phone: SipPhone, parts: CalledParts) {
    const { invite, from } = parts;
    const tag = randomName();
    const identity = {
      callId: headerOf(invite, "call-id"),
      local: `${headerOf(invite, "to")};tag=${tag}`,
      remote: headerOf(invite, "from"),
      remoteTarget: contactTarget(invite) ?? "",
      peer: from,
    };
    super(phone, identity, parts.options);
    this.#tag = tag;
    this.#parts = parts;
  }

  /** Returns the INVITE's headers of that name. */
  invited(name: string): string[] {
    return headersOf(this.#parts.invite, name);
  }

  /** The Request-URI of the INVITE. */
  get rung(): string {
    return this.#parts.invite.uri;
  }

  async start(): Promise<void> {
    const does = this.#parts.options.does ?? { type: "answer" };
    if (does.type === "ignore") {
      return;
    }
    await this.openVoice(this.#parts.options.host ?? "127.0.0.1");
    this.#answer("100 Trying");
    if (does.type === "early") {
      return this.#soundEarly();
    }
    if (does.type !== "refuse") {
      this.#ring();
    }
    if (does.type === "ring") {
      return;
    }
    await pause(does.afterMs ?? 0);
    if (does.type === "answer") {
      this.pickUp();
    } else {
      this.#refuse(`${does.status} ${does.reason}`);
    }
  }

  /** Answers the call if it still rings. */
  pickUp(): void {
    if (this.#invite !== "open" || this.status === "ended") {
      return;
    }
    this.#invite = "answered";
    this.become("talking");
    this.connect(this.#parts.invite.body);
    const datagram = this.#compose("200 OK", this.describe());
    this.phone.sendUntil(`${this.callId} 200`, datagram, this.#parts.from);
  }

  handle(message: SipText, from: UdpAddress): void {
    if (message.status > 0) {
      return this.dialog.takeAnswer(message);
    }
    switch (message.method) {
      case "ACK":
        this.phone.stopRepeating(`${this.callId} 200`);
        if (this.status === "talking") {
          this.#answered.resolve();
        }
        return;
      case "INVITE":
        if (tagIn(headerOf(message, "to")) !== "") {
          return this.takeRequest(message, from);
        }
        if (this.#lastAnswer !== null) {
          this.phone.send(this.#lastAnswer, from);
        }
        return;
      case "CANCEL":
        this.phone.send(writeAnswer(message, "200 OK", { toTag: this.#tag }), from);
        return this.#refuse("487 Request Terminated");
      default:
        if (tagIn(headerOf(message, "to")) !== "") {
          this.takeRequest(message, from);
        } else {
          refuse(this.phone, message, from);
        }
    }
  }

  async hangUp(): Promise<void> {
    if (this.status === "talking") {
      await this.sayGoodbye();
    } else {
      this.#refuse("603 Decline");
    }
    this.phone.stopRepeating(`${this.callId} 200`);
    this.finish({ by: "listener", status: 0, reason: "" });
  }

  #ring(): void {
    this.become("ringing");
    this.#answer("180 Ringing");
  }

  #soundEarly(): void {
    this.become("ringing");
    this.connect(this.#parts.invite.body);
    this.phone.send(this.#compose("183 Session Progress", this.describe()), this.#parts.from);
  }

  #refuse(status: string): void {
    if (this.#invite !== "open") {
      return;
    }
    this.#invite = "answered";
    this.#answer(status);
    const by = status.startsWith("487") ? "exchange" : "listener";
    this.finish({ by, status: Number(status.slice(0, 3)), reason: status.slice(4) });
  }

  #answer(status: string): void {
    this.phone.send(this.#compose(status, ""), this.#parts.from);
  }

  #compose(status: string, body: string): Buffer {
    const hostPort = `${this.phone.addressToward(this.#parts.from.address)}:${this.phone.port}`;
    const headers: [string, string][] = [["Contact", `<sip:listener@${hostPort}>`]];
    if (body !== "") {
      headers.push(["Content-Type", "application/sdp"]);
    }
    const toTag = this.#tag;
    const datagram = writeAnswer(this.#parts.invite, status, { toTag, headers, body });
    this.#lastAnswer = datagram;
    return datagram;
  }
}
