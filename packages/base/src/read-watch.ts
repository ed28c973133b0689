import { randomBytes } from "node:crypto";

import type { Clock } from "./clock.ts";

interface ReadWatchOptions {
  clock: Pick<Clock, "elapsedMs">;
  /** From a ping to the pong that shows it was read. */
  timeoutMs: number;
  ping: (payload: Buffer) => void;
}

/**
 * Whether the client of a websocket reads what it is sent. What it sends shows nothing of that, and
 * what it does not read may fill buffers; the pong to a ping that nobody can guess does (RFC 6455
 * section 5.5.3), and every client answers it by itself.
 */
export class ReadWatch {
  readonly #options: ReadWatchOptions;
  #pending: { payload: Buffer; atMs: number } | null = null;

  constructor(options: ReadWatchOptions) {
    this.#options = options;
  }

  /** To be called now and then: asks again once it was answered; false when it was not in time. */
  look(): boolean {
    const { clock, timeoutMs, ping } = this.#options;
    const nowMs = clock.elapsedMs();
    if (this.#pending !== null) {
      return nowMs - this.#pending.atMs < timeoutMs;
    }
    this.#pending = { payload: randomBytes(8), atMs: nowMs };
    ping(this.#pending.payload);
    return true;
  }

  handlePong(payload: Uint8Array): void {
    if (this.#pending?.payload.equals(payload) === true) {
      this.#pending = null;
    }
  }
}
