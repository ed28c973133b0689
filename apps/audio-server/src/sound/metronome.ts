import type { Clock } from "@linedesk/base";
import { BLOCK_MS } from "./block.ts";

/** If more beats are late, the oldest of them are skipped. */
const MAX_CAUGHT_UP = 50;

/** Beats every 10 ms by the clock. It catches up late beats, because timers run late. */
export class Metronome {
  readonly #clock: Clock;
  readonly #beat: () => void;
  readonly #startMs: number;
  #beats = 0;
  #cancel: () => void = () => undefined;
  #isClosed = false;

  constructor(clock: Clock, beat: () => void) {
    this.#clock = clock;
    this.#beat = beat;
    this.#startMs = clock.elapsedMs();
    this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel();
  }

  #schedule(): void {
    const dueMs = this.#startMs + (this.#beats + 1) * BLOCK_MS;
    this.#cancel = this.#clock.after(Math.max(1, dueMs - this.#clock.elapsedMs()), () => {
      this.#run();
    });
  }

  #run(): void {
    const due = Math.floor((this.#clock.elapsedMs() - this.#startMs) / BLOCK_MS);
    this.#beats = Math.max(this.#beats, due - MAX_CAUGHT_UP);
    while (this.#beats < due && !this.#isClosed) {
      this.#beats += 1;
      this.#beat();
    }
    if (!this.#isClosed) {
      this.#schedule();
    }
  }
}
