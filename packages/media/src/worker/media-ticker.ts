export interface MediaTickerOptions {
  clock: { nowMs(): number };
  /** Does what is due; answers in how many ms to call it again. */
  tick(): number;
  legCount(): number;
  idle(durationMs: number): void;
}

/** With more legs than this the packets are let come together. */
const IDLE_LEG_LIMIT = 20;
const REST_MS = 2;
/** So many send so much that even a longer rest is worth it. */
const LONG_REST_LEG_LIMIT = 200;
const LONG_REST_MS = 5;

/**
 * When the media thread wakes. With few legs it wakes for each packet and each tick. With many it
 * would wake thousands of times a second, and a waking costs about as much as a packet: it rests
 * for some ms at a time instead, and takes all that came meanwhile. A tick is never late for a
 * rest, and takes what came before it.
 */
export class MediaTicker {
  readonly #options: MediaTickerOptions;
  #timer: NodeJS.Timeout | null = null;
  #immediate: NodeJS.Immediate | null = null;
  #dueMs = 0;

  constructor(options: MediaTickerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#run();
  }

  stop(): void {
    if (this.#timer !== null) {
      clearTimeout(this.#timer);
    }
    if (this.#immediate !== null) {
      clearImmediate(this.#immediate);
    }
    this.#timer = null;
    this.#immediate = null;
  }

  #run(): void {
    const options = this.#options;
    const waitMs = options.tick();
    this.#dueMs = options.clock.nowMs() + waitMs;
    if (options.legCount() > IDLE_LEG_LIMIT) {
      this.#takePackets();
    } else {
      this.#timer = setTimeout(() => this.#runAfterPackets(), waitMs);
    }
  }

  /** A tick that is late takes what came before it too: timers go before packets. */
  #runAfterPackets(): void {
    this.#immediate = setImmediate(() => this.#run());
  }

  /** Immediates come after all packets that are here have been taken. */
  #takePackets(): void {
    this.#immediate = setImmediate(() => this.#rest());
  }

  #rest(): void {
    const leftMs = this.#dueMs - this.#options.clock.nowMs();
    if (leftMs <= 0) {
      return this.#run();
    }
    const isLong = this.#options.legCount() > LONG_REST_LEG_LIMIT;
    this.#options.idle(Math.min(isLong ? LONG_REST_MS : REST_MS, leftMs));
    this.#takePackets();
  }
}
