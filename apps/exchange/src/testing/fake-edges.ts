import { randomUUID } from "node:crypto";

import type {
  Dialer,
  DialRequest,
  Leg,
  LegEnd,
  LegSink,
  ResumeRequest,
  SipDialog,
} from "../calls/legs/leg.ts";
import type { StoredLeg } from "../calls/legs/stored-leg.ts";
import type { ReferResult } from "../calls/legs/transfer-request.ts";

export interface Referred {
  to: string;
  onProgress: (result: ReferResult) => void;
  finish: (result: ReferResult) => void;
}

export class FakeLeg implements Leg {
  readonly id = `leg-${randomUUID()}`;
  readonly kind: "client" | "sip";
  rings = 0;
  answers = 0;
  declined: LegEnd | null = null;
  hungUp: LegEnd | null = null;
  sip: SipDialog | null = null;

  constructor(kind: "client" | "sip" = "sip") {
    this.kind = kind;
  }

  ring(): void {
    this.rings += 1;
  }

  /** The number of media paths that opened before the answer. */
  earlyMediaCount = 0;

  openEarly(): Promise<boolean> {
    this.earlyMediaCount += 1;
    return Promise.resolve(true);
  }

  answer(): Promise<void> {
    this.answers += 1;
    return Promise.resolve();
  }

  decline(end: LegEnd): void {
    this.declined = end;
  }

  hangUp(end: LegEnd = { cause: "hangup" }): void {
    this.hungUp = end;
  }

  /** The target of the last transfer request, and its callbacks. */
  referred: Referred | null = null;

  refer(to: string, onProgress: (result: ReferResult) => void): Promise<ReferResult> {
    return new Promise((finish) => (this.referred = { to, onProgress, finish }));
  }

  /** Resolves when a called browser has its invite. */
  invited?: Promise<void>;
  /** The reported changes between silence and sound. */
  readonly silences: boolean[] = [];

  setSilent(isSilent: boolean): void {
    this.silences.push(isSilent);
  }

  /** The stored form of the leg. */
  stored: StoredLeg | null = null;

  toStored(): StoredLeg | null {
    return this.stored;
  }

  get isOver(): boolean {
    return this.declined !== null || this.hungUp !== null;
  }
}

export interface DialledCall {
  request: DialRequest;
  sink: LegSink;
  leg: FakeLeg;
}

export class FakeDialer implements Dialer {
  readonly dialled: DialledCall[] = [];
  readonly #kind: "client" | "sip";

  constructor(kind: "client" | "sip") {
    this.#kind = kind;
  }

  dial(request: DialRequest, sink: LegSink): Leg {
    const leg = new FakeLeg(this.#kind);
    this.dialled.push({ request, sink, leg });
    return leg;
  }

  /** The legs of an earlier exchange, and the trunks that they used. */
  readonly orphans: { leg: StoredLeg; trunkSid: string | null }[] = [];

  endOrphan(leg: StoredLeg, trunkSid: string | null): void {
    this.orphans.push({ leg, trunkSid });
  }

  /** The legs that this exchange has continued. */
  readonly resumed: { request: ResumeRequest; leg: FakeLeg }[] = [];
  canResume = true;

  resume(stored: StoredLeg, request: ResumeRequest): Promise<Leg | null> {
    if (!this.canResume) {
      return Promise.resolve(null);
    }
    const leg = new FakeLeg(this.#kind);
    leg.stored = stored;
    this.resumed.push({ request, leg });
    return Promise.resolve(leg);
  }

  /** The check of a referral target and of the call's trunk; returns the refusal, or `null`. */
  forbidden: NonNullable<Dialer["checkReferral"]> = () => null;

  checkReferral(to: string, trunkSid: string | null) {
    return this.forbidden(to, trunkSid);
  }

  get last(): DialledCall {
    const last = this.dialled.at(-1);
    if (!last) {
      throw new Error("no leg was dialled");
    }
    return last;
  }
}
