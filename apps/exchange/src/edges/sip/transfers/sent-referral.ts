import type { Clock } from "@linedesk/base";
import {
  type Incoming,
  parseParameters,
  type SipRequest,
  type SipResponse,
  TRANSACTION_TIMEOUT_MS,
} from "@linedesk/sip";
import type { ReferResult } from "../../../calls/legs/transfer-request.ts";
import { nextReferral, type ReferralEvent, type ReferralState } from "./referral-state.ts";
import { parseSipfragStatus } from "./sipfrag.ts";

export interface SentReferralDeps {
  clock: Clock;
  cseq: number;
  lifeMs: number;
  onProgress: (result: ReferResult) => void;
}

export class SentReferral {
  readonly done: Promise<ReferResult>;
  readonly #deps: SentReferralDeps;
  #resolve: (result: ReferResult) => void = () => undefined;
  #state: ReferralState = { status: "asked", notifiedCode: null, isLast: false };
  #stopTimer: () => void = () => undefined;
  #endsAtMs: number | null = null;

  constructor(parts: SentReferralDeps) {
    this.#deps = parts;
    this.done = new Promise((resolve) => (this.#resolve = resolve));
  }

  get isOver(): boolean {
    return this.#state.status === "over";
  }

  handleAnswer(answer: Incoming<SipResponse> | null): void {
    const hasSubscription = answer?.headers.get("Refer-Sub")?.trim().toLowerCase() !== "false";
    this.#dispatch({ type: "answered", sipCode: answer?.status ?? null, hasSubscription });
  }

  matches({ headers }: Incoming<SipRequest>): boolean {
    const [name = "", ...more] = (headers.get("Event") ?? "").split(";");
    const id = parseParameters(more.join(";")).get("id");
    const isOurs = id === undefined || Number(id) >= this.#deps.cseq;
    return !this.isOver && name.trim().toLowerCase() === "refer" && isOurs;
  }

  handleNotify({ headers, body }: Incoming<SipRequest>): void {
    const isLast = /^\s*terminated\b/i.test(headers.get("Subscription-State") ?? "");
    this.#dispatch({ type: "notified", code: parseSipfragStatus(body), isLast });
  }

  abandon(): void {
    this.#dispatch({ type: "given_up" });
  }

  #dispatch(event: ReferralEvent): void {
    const before = this.#state;
    this.#state = nextReferral(before, event);
    if (this.#state === before) {
      return;
    }
    const { status, notifiedCode } = this.#state;
    const sipCode = this.#state.status === "asked" ? null : this.#state.sipCode;
    this.#deps.onProgress({ sipCode, notifiedCode });
    if (status === "over") {
      return this.#finish({ sipCode, notifiedCode });
    }
    if (status === "accepted") {
      this.#wait(notifiedCode === null);
    }
  }

  /**
   * Waits 64*T1 for the first NOTIFY (Timer N of RFC 6665). The final NOTIFY must arrive within
   * `lifeMs` after the REFER was accepted.
   */
  #wait(isFirst: boolean): void {
    const { clock, lifeMs } = this.#deps;
    this.#endsAtMs ??= clock.elapsedMs() + lifeMs;
    const leftMs = isFirst
      ? TRANSACTION_TIMEOUT_MS
      : Math.max(0, this.#endsAtMs - clock.elapsedMs());
    this.#stopTimer();
    this.#stopTimer = clock.after(leftMs, () => this.abandon());
  }

  #finish(result: ReferResult): void {
    this.#stopTimer();
    this.#resolve(result);
  }
}
