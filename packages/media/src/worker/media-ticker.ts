export interface MediaTickerOptions {
  clock: { nowMs(): number };
  /** Does the work that is due. Returns the ms until the next call. */
  tick(): number;
  legCount(): number;
  idle(durationMs: number): void;
  /** Is true while no tick has any work, because there is neither a leg nor an endless sound. */
  isSilent(): boolean;
  /** Ignores the time until now, so that none of its ticks counts as late or lost. */
  passSilence(): void;
}

/**
 * The interval of the heartbeat while no tick has any work. The supervisor reads the heartbeat once
 * a second.
 */
const SILENT_BEAT_MS = 500;

/** With more legs than this, the thread rests between packets and then reads all of them. */
const IDLE_LEG_LIMIT = 20;
const REST_MS = 2;
/** With more legs than this, a longer rest saves processor time. */
const LONG_REST_LEG_LIMIT = 200;
const LONG_REST_MS = 5;

/**
 * Decides when the media thread wakes. Without legs and endless sounds it sleeps. With few legs it
 * wakes for each packet and each tick. With many legs it would wake thousands of times a second,
 * and a wake costs about as much as a packet. Therefore it rests for some ms at a time, and then
 * reads all packets that came. A rest never delays a tick, and a tick uses the packets that came
 * before it.
 */
export class MediaTicker {
  readonly #options: MediaTickerOptions;
  #timer: NodeJS.Timeout | null = null;
  #immediate: NodeJS.Immediate | null = null;
  #dueMs = 0;
  #isAsleep = false;

  constructor(options: MediaTickerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#run();
  }

  /** Ends the sleep when there is work again, so that the first tick of a leg is not late. */
  wake(): void {
    if (this.#isAsleep && !this.#options.isSilent()) {
      this.#cancel();
      this.#run();
    }
  }

  stop(): void {
    this.#isAsleep = false;
    this.#cancel();
  }

  #cancel(): void {
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
    if (this.#isAsleep) {
      options.passSilence();
    }
    this.#isAsleep = options.isSilent();
    if (this.#isAsleep) {
      this.#timer = setTimeout(() => this.#run(), SILENT_BEAT_MS);
      return;
    }
    const waitMs = options.tick();
    this.#dueMs = options.clock.nowMs() + waitMs;
    if (options.legCount() > IDLE_LEG_LIMIT) {
      this.#takePackets();
    } else {
      this.#timer = setTimeout(() => this.#runAfterPackets(), waitMs);
    }
  }

  /** Runs a late tick after the waiting packets, because Node runs timers before packets. */
  #runAfterPackets(): void {
    this.#immediate = setImmediate(() => this.#run());
  }

  /** Rests after all waiting packets have been read, because Node runs immediates then. */
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
