import { setTimeout as wait } from "node:timers/promises";

/** An hour of a show in less time: listening and talking are shorter, hands are as slow as ever. */
export class ShowClock {
  readonly #lapse: number;
  readonly #startMs = performance.now();

  constructor(lapse: number) {
    this.#lapse = lapse;
  }

  /** Seconds of the show since it began. */
  get nowS(): number {
    return ((performance.now() - this.#startMs) / 1_000) * this.#lapse;
  }

  /** Waits for this many seconds of the show. */
  async pause(seconds: number): Promise<void> {
    await wait((seconds * 1_000) / this.#lapse);
  }

  /** Until that second of the show; at once when it is over. */
  untilS(second: number): Promise<void> {
    return this.pause(Math.max(0, second - this.nowS));
  }
}
