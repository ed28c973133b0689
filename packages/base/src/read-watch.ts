import { randomBytes } from "node:crypto";

import type { Clock } from "./clock.ts";

interface Ping {
  payload: Buffer;
  atMs: number;
  onRead: () => void;
}

interface ReadWatchOptions {
  clock: Pick<Clock, "elapsedMs">;
  /** The longest permitted time from a ping to its pong. */
  timeoutMs: number;
  ping: (payload: Buffer) => void;
}

/**
 * Checks that a websocket client reads its frames, because unread frames fill our buffers. Frames
 * from the client do not prove this. The pong to an unpredictable ping proves it (RFC 6455 section
 * 5.5.3), and every client sends the pong automatically.
 */
export class ReadWatch {
  readonly #options: ReadWatchOptions;
  /** Unanswered pings, the oldest first. */
  readonly #pending: Ping[] = [];

  constructor(options: ReadWatchOptions) {
    this.#options = options;
  }

  /** Must be called at intervals. Pings if no ping is open; returns false when a pong is late. */
  check(): boolean {
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
    // A slow client may answer only its newest ping (RFC 6455 section 5.5.3).
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
