import type { Clock } from "@linedesk/base";

/** Less than a second, so that a viewer gets a level each second even if timers run late. */
const SEND_EVERY_MS = 800;
/** A console requests levels again every 10 s while it shows the line. */
const WATCHED_FOR_MS = 15_000;

/**
 * Sends the line's levels while consoles request them, and for 15 s after the last request. The
 * rate does not depend on the number of viewers.
 */
export class LevelWatch {
  readonly #clock: Clock;
  readonly #send: () => void;
  #endMs = -Infinity;
  #cancel: (() => void) | null = null;

  constructor(clock: Clock, send: () => void) {
    this.#clock = clock;
    this.#send = send;
  }

  extend(): void {
    this.#endMs = this.#clock.elapsedMs() + WATCHED_FOR_MS;
    if (this.#cancel === null) {
      this.#sendRegularly();
    }
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#endMs = -Infinity;
  }

  #sendRegularly(): void {
    if (this.#clock.elapsedMs() >= this.#endMs) {
      this.#cancel = null;
      return;
    }
    this.#cancel = this.#clock.after(SEND_EVERY_MS, () => this.#sendRegularly());
    this.#send();
  }
}
