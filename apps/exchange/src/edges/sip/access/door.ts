import type { Clock } from "@linedesk/base";
import {
  type AudioTerms,
  DigestGuard,
  type Incoming,
  parseSipUri,
  type SipAddress,
  type SipLogger,
  type SipRequest,
} from "@linedesk/sip";
import { audioTermsOfStranger, audioTermsOn } from "../trunks/trunk-audio.ts";
import type { TrunkLines } from "../trunks/trunk-lines.ts";
import type { PhoneUser, Trunk } from "../trunks/trunk.ts";
import { Bans } from "./bans.ts";
import type { SipLimits } from "./sip-limits.ts";

/** Whose request it is; a telephone has still to prove that it is the one it names. */
export type Visitor =
  | { type: "trunk"; trunk: Trunk }
  | { type: "phone"; phone: PhoneUser }
  /** Anybody, where the plan is open. */
  | { type: "guest" };

export type Passage =
  | { type: "in"; visitor: Visitor }
  | { type: "challenge"; headers: [name: string, value: string][] };

export interface DoorParts {
  clock: Clock;
  logger: SipLogger;
  lines: TrunkLines;
  limits: SipLimits;
  /** Somebody is not heard any more for a while. */
  onBanned?: (address: string) => void;
}

/** Who may come in: trunks by their addresses, telephones by their passwords, others in silence. */
export class Door {
  readonly #parts: DoorParts;
  readonly #guard: DigestGuard;
  readonly #bans: Bans;

  constructor(parts: DoorParts) {
    this.#parts = parts;
    this.#guard = new DigestGuard(parts.clock, "linedesk");
    this.#bans = new Bans(parts.clock, parts.limits.ban);
  }

  /** False drops the request without a word. */
  admits(request: Incoming<SipRequest>): boolean {
    const { address } = request.source;
    if (this.#parts.lines.trunkAt(address) !== null) {
      return true;
    }
    if (this.#bans.isBanned(address)) {
      return false;
    }
    if (this.#visitorOf(request) !== null) {
      return true;
    }
    this.#strike(address);
    return false;
  }

  /** Whether anything at all is taken from an address. */
  isHeard(address: string): boolean {
    return this.#parts.lines.trunkAt(address) !== null || !this.#bans.isBanned(address);
  }

  /** Notes who asks too much of a connection. */
  noteAbuse(address: string): void {
    if (this.#parts.lines.trunkAt(address) === null) {
      this.#strike(address);
    }
  }

  /** Whether what cannot be read may be answered; strangers who send such things are noted. */
  answersMalformed(address: string): boolean {
    const { lines } = this.#parts;
    if (!lines.plan.isClosed || lines.trunkAt(address) !== null) {
      return true;
    }
    this.#strike(address);
    return false;
  }

  /** For an INVITE that was admitted: in, or the challenge that stands before it. */
  pass(request: Incoming<SipRequest>): Passage {
    const visitor = this.#visitorOf(request) ?? { type: "guest" };
    const credentials = secretOf(visitor);
    if (credentials === null) {
      return { type: "in", visitor };
    }
    const verdict = this.#guard.check(
      {
        method: request.method,
        authorization: request.headers.get("Authorization"),
        sourceAddress: request.source.address,
      },
      credentials,
    );
    if (verdict === "right") {
      return { type: "in", visitor };
    }
    if (verdict === "wrong" && visitor.type !== "trunk") {
      this.#strike(request.source.address);
    }
    const headers = this.#guard.challenges(request.source.address, verdict === "stale");
    return { type: "challenge", headers };
  }

  #visitorOf(request: Incoming<SipRequest>): Visitor | null {
    const { lines } = this.#parts;
    const trunk = lines.trunkAt(request.source.address);
    if (trunk !== null) {
      return { type: "trunk", trunk };
    }
    const named =
      this.#guard.usernameIn(request.headers.get("Authorization")) ??
      parseSipUri(request.from.uri)?.user;
    const phone = lines.plan.phones.find(({ username }) => username === named);
    if (phone !== undefined) {
      return { type: "phone", phone };
    }
    return lines.plan.isClosed ? null : { type: "guest" };
  }

  #strike(address: string): void {
    if (this.#bans.strike(address)) {
      this.#parts.logger.warn({ pii: { address } }, "a SIP stranger is banned for a while");
      this.#parts.onBanned?.(address);
    }
  }
}

function secretOf(visitor: Visitor): PhoneUser | null {
  if (visitor.type === "phone") {
    return visitor.phone;
  }
  if (visitor.type === "trunk" && visitor.trunk.challenges) {
    return visitor.trunk.credentials;
  }
  return null;
}

/** What the audio of that visitor's call must be; `far` is where he speaks from. */
export function audioTermsOf(visitor: Visitor, far: SipAddress): Required<AudioTerms> {
  return visitor.type === "trunk" ? audioTermsOn(visitor.trunk, far) : audioTermsOfStranger(far);
}
