import { randomBytes } from "node:crypto";

import type { Clock } from "./clock.ts";

interface Ping {
  payload: Buffer;
  atMs: number;
  onRead: () => void;
}

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
  /** Pings that are not answered yet, the oldest first. */
  readonly #pending: Ping[] = [];

  constructor(options: ReadWatchOptions) {
    this.#options = options;
  }

  /** To be called now and then: asks again once it was answered; false when it was not in time. */
  look(): boolean {
    const { clock, timeoutMs } = this.#options;
    const [oldest] = this.#pending;
    if (oldest !== undefined) {
      return clock.elapsedMs() - oldest.atMs < timeoutMs;
    }
    this.#ping(() => undefined);
    return true;
  }

  /** Resolves when the client has read everything that was sent until now. */
  whenRead(): Promise<void> {
    return new Promise((resolve) => this.#ping(resolve));
  }

  handlePong(payload: Uint8Array): void {
    // A client that is behind may answer its newest ping alone (RFC 6455 section 5.5.3).
    const answered = this.#pending.findIndex((ping) => ping.payload.equals(payload)) + 1;
    for (const { onRead } of this.#pending.splice(0, answered)) {
      onRead();
    }
  }

  #ping(onRead: () => void): void {
    const { clock, ping } = this.#options;
    const payload = randomBytes(8);
    this.#pending.push({ payload, atMs: clock.elapsedMs(), onRead });
    ping(payload);
  }
}
