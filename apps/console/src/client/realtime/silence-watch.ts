import type { StationFeed } from "./station-feed.ts";

/** After this time without an event, the console asks the server whether an event is missing. */
const ASK_AFTER_MS = 10_000;
/** An event that the server has already sent has this time to arrive. */
const GRACE_MS = 1_000;
/**
 * Snapshots are loaded after this time without a socket. A shorter interruption ends before a
 * snapshot would help.
 */
const POLL_AFTER_MS = 3_000;
const POLL_EVERY_MS = 3_000;
const CHECK_EVERY_MS = 1_000;

export interface SilenceWatchOptions {
  /** Returns the feed of the open station, otherwise `null`. */
  feed: () => Pick<StationFeed, "seq" | "silentMs" | "poll" | "handleMissed"> | null;
  /** Returns the seq of the station's last event. Rejects when that seq is still `since`. */
  askSeq: (since: number) => Promise<number>;
  /** Returns true while the browser has a network. */
  isOnline: () => boolean;
  now: () => number;
  schedule: (run: () => void, ms: number) => () => void;
}

/**
 * Notices that events do not arrive. While the socket is open, it asks the server after a silence;
 * while the socket is disconnected, it loads snapshots.
 */
export class SilenceWatch {
  readonly #options: SilenceWatchOptions;
  #awaySince: number | null;
  #requestedAt = -Infinity;
  #polledAt = -Infinity;
  #cancelCheck: () => void;
  #cancelGrace: () => void = () => undefined;

  constructor(options: SilenceWatchOptions) {
    this.#options = options;
    this.#awaySince = options.now();
    this.#cancelCheck = options.schedule(() => this.#check(), CHECK_EVERY_MS);
  }

  noteSocket(isOpen: boolean): void {
    this.#awaySince = isOpen ? null : (this.#awaySince ?? this.#options.now());
  }

  close(): void {
    this.#cancelCheck();
    this.#cancelGrace();
  }

  #check(): void {
    const { feed, isOnline, now, schedule } = this.#options;
    this.#cancelCheck = schedule(() => this.#check(), CHECK_EVERY_MS);
    const open = feed();
    if (open === null || !isOnline()) {
      return;
    }
    if (this.#awaySince === null) {
      const isSilent = open.silentMs >= ASK_AFTER_MS && now() - this.#requestedAt >= ASK_AFTER_MS;
      if (isSilent && open.seq !== null) {
        void this.#ask(open.seq);
      }
      return;
    }
    if (now() - this.#awaySince >= POLL_AFTER_MS && now() - this.#polledAt >= POLL_EVERY_MS) {
      this.#polledAt = now();
      open.poll();
    }
  }

  async #ask(since: number): Promise<void> {
    const { askSeq, feed, now, schedule } = this.#options;
    this.#requestedAt = now();
    const followed = feed();
    const seq = await askSeq(since).catch(() => null);
    this.#cancelGrace();
    if (seq === null) {
      return;
    }
    this.#cancelGrace = schedule(() => {
      const open = feed();
      if (open === followed && open !== null && open.seq !== null && open.seq < seq) {
        open.handleMissed();
      }
    }, GRACE_MS);
  }
}
