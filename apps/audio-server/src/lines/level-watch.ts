import type { Clock } from "@linedesk/base";

/** So that somebody who looks has a level at least each second, timers that run late included. */
const SEND_EVERY_MS = 800;
/** A looker asks again every 10 s; one that is gone asks no more. */
const LOOKED_FOR_MS = 15_000;

/**
 * Sends the line's levels while somebody looks at them, at one rate however many look, and for
 * some seconds after the last has asked.
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

  look(): void {
    this.#endMs = this.#clock.elapsedMs() + LOOKED_FOR_MS;
    if (this.#cancel === null) {
      this.#beat();
    }
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#endMs = -Infinity;
  }

  #beat(): void {
    if (this.#clock.elapsedMs() >= this.#endMs) {
      this.#cancel = null;
      return;
    }
    this.#cancel = this.#clock.after(SEND_EVERY_MS, () => this.#beat());
    this.#send();
  }
}
