import { randomInt } from "node:crypto";

import type { Clock } from "@linedesk/base";
import {
  type ResponseParts,
  type ServerTransaction,
  startRetransmission,
  TRANSACTION_TIMEOUT_MS,
} from "@linedesk/sip";

type Parts = Omit<ResponseParts, "status">;

export interface ReliableProgressDeps {
  clock: Clock;
  invite: ServerTransaction;
  onExpired: () => void;
}

/**
 * The limit of waiting responses; further ones are dropped. A call needs three: ringing, early
 * media, and ringing again.
 */
const MAX_WAITING = 8;

/**
 * Reliable provisional responses (RFC 3262). Each has a number and is repeated until its PRACK
 * comes. The next response is sent after that PRACK.
 */
export class ReliableProgress {
  readonly #deps: ReliableProgressDeps;
  readonly #waiting: { status: number; parts: Parts }[] = [];
  #number = randomInt(1, 2 ** 30);
  #stop: (() => void) | null = null;
  #isClosed = false;
  #listeners: (() => void)[] = [];

  constructor(parts: ReliableProgressDeps) {
    this.#deps = parts;
  }

  respond(status: number, parts: Parts = {}): void {
    if (this.#isClosed || this.#waiting.length >= MAX_WAITING) {
      return;
    }
    this.#waiting.push({ status, parts });
    if (this.#waiting.length === 1) {
      this.#send();
    }
  }

  /** Returns true when the RAck of a PRACK matches the pending response. */
  matches(rack: string | null): boolean {
    const { number, method } = this.#deps.invite.request.cseq;
    const [rseq, cseq, named] = (rack ?? "").trim().split(/\s+/);
    const isMeant = Number(rseq) === this.#number && Number(cseq) === number && named === method;
    return this.#stop !== null && isMeant;
  }

  advance(): void {
    if (this.#stop === null) {
      return;
    }
    this.#halt();
    this.#waiting.shift();
    this.#number += 1;
    if (this.#waiting.length > 0) {
      this.#send();
    } else {
      this.#settle();
    }
  }

  async waitForAcknowledgement(): Promise<void> {
    if (this.#isClosed || this.#waiting.length === 0) {
      return;
    }
    await new Promise<void>((resolve) => this.#listeners.push(resolve));
  }

  close(): void {
    this.#isClosed = true;
    this.#halt();
    this.#settle();
  }

  #send(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      return;
    }
    const { clock, invite, onExpired } = this.#deps;
    const own: [string, string][] = [
      ["Require", "100rel"],
      ["RSeq", String(this.#number)],
    ];
    const headers = [...(next.parts.headers ?? []), ...own];
    invite.respond(next.status, { ...next.parts, headers });
    const capMs = Number.POSITIVE_INFINITY;
    const stopRepeating = startRetransmission(clock, () => invite.resend(), capMs);
    const stopWaiting = clock.after(TRANSACTION_TIMEOUT_MS, () => {
      this.close();
      onExpired();
    });
    this.#stop = () => {
      stopRepeating();
      stopWaiting();
    };
  }

  #halt(): void {
    this.#stop?.();
    this.#stop = null;
  }

  #settle(): void {
    for (const notify of this.#listeners.splice(0)) {
      notify();
    }
  }
}
