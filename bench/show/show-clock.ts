import { setTimeout as wait } from "node:timers/promises";

/** Shortens an hour of a show. Listening and talking take less time, but presses are not faster. */
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

  /** Waits until that second of the show, or resolves at once when it has passed. */
  untilS(second: number): Promise<void> {
    return this.pause(Math.max(0, second - this.nowS));
  }
}
