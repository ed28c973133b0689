import type { Clock } from "@linedesk/base";

export class CallTimeLimit {
  readonly #clock: Clock;
  readonly #onOver: () => void;
  #limitS: number;
  #answeredAt: number | null = null;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, limitS: number, onOver: () => void) {
    this.#clock = clock;
    this.#limitS = limitS;
    this.#onOver = onOver;
  }

  get limitS(): number {
    return this.#limitS;
  }

  /** `sinceMs` is the time since the answer. */
  start(sinceMs = 0): void {
    this.#answeredAt = this.#clock.elapsedMs() - sinceMs;
    this.#arm();
  }

  /** The limit counts from the answer, so a shorter limit can end the call at once. */
  change(limitS: number): void {
    this.#limitS = limitS;
    this.#arm();
  }

  stop(): void {
    this.#cancel();
    this.#answeredAt = null;
  }

  #arm(): void {
    this.#cancel();
    if (this.#answeredAt === null) {
      return;
    }
    const sinceMs = this.#clock.elapsedMs() - this.#answeredAt;
    const leftMs = Math.max(0, this.#limitS * 1000 - sinceMs);
    this.#cancel = this.#clock.after(leftMs, this.#onOver);
  }
}
