import type { AirRules, Call, PartState, StationEvent } from "@linedesk/contract";
import type { readStationEvent } from "./read-station-event.ts";
import type { Realtime } from "./realtime.ts";
import { SnapshotPace, type SnapshotPaceOptions } from "./snapshot-pace.ts";

export interface StationSnapshot {
  seq: number;
  calls: Call[];
  ended?: Call[];
  air?: AirRules;
  telephony?: PartState;
  exchangesAway?: string[] | undefined;
  cameAndWent?: number;
  cutOffs?: number;
}

export interface StationFeedOptions {
  channel: string;
  /** The reader is passed in, because an import would split the contract into more chunks. */
  readEvent: typeof readStationEvent;
  realtime: Pick<Realtime, "subscribe">;
  loadSnapshot: (signal: AbortSignal) => Promise<StationSnapshot>;
  onSnapshot: (snapshot: StationSnapshot) => void;
  /** Receives events in order of `seq`, none missing, all later than the snapshot. */
  onEvents: (events: StationEvent[]) => void;
  onStale: () => void;
  onRefused: (status: number) => void;
  timing: FeedTiming;
}

export interface FeedTiming extends SnapshotPaceOptions {
  /** Flushes in the next frame while the page is visible, and at once while it is hidden. */
  batch: (flush: () => void) => void;
  schedule: (run: () => void, ms: number) => () => void;
}

const BUFFER_LIMIT = 2000;
const RETRY_AFTER_MS = 2_000;

/** Buffers events, loads a snapshot and drops older events; does so again after a gap in `seq`. */
export class StationFeed {
  readonly #options: StationFeedOptions;
  readonly #pace: SnapshotPace;
  readonly #unsubscribe: () => void;
  /**
   * The seq of the last event; `null` until the next snapshot has arrived. Until then events wait
   * in the buffer.
   */
  #seq: number | null = null;
  #buffer: StationEvent[] = [];
  #loading: AbortController | null = null;
  /** Is true when an event was lost during a load: the snapshot may miss it, so another is loaded. */
  #isOutdated = false;
  #cancelPaced: (() => void) | null = null;
  #cancelRetry: (() => void) | null = null;
  #isFlushScheduled = false;
  #isPolling = false;
  #receivedAtMs: number;

  constructor(options: StationFeedOptions) {
    this.#options = options;
    this.#pace = new SnapshotPace(options.timing);
    this.#receivedAtMs = options.timing.now();
    this.#unsubscribe = options.realtime.subscribe(options.channel, {
      onSubscribed: () => this.reload(),
      onEvent: (name, data) => this.#receive(name, data),
      onRefused: options.onRefused,
    });
  }

  /** The seq of the last event; `null` until the next snapshot has arrived. */
  get seq(): number | null {
    return this.#seq;
  }

  /** The time since the last event or snapshot. */
  get silentMs(): number {
    return this.#options.timing.now() - this.#receivedAtMs;
  }

  /** Loads a snapshot at once, unless one is loading or due. It does not count for the back-off. */
  poll(): void {
    if (this.#loading === null && this.#cancelPaced === null) {
      this.#cancelRetry?.();
      this.#seq = null;
      this.#isPolling = true;
      this.#startLoading();
    }
  }

  /** Reloads, because the server has reported a seq whose event did not arrive. */
  handleMissed(): void {
    this.#reloadAfterGap();
  }

  /** Loads a new snapshot as soon as the back-off allows it; events wait meanwhile. */
  reload(): void {
    this.#cancelRetry?.();
    this.#loading?.abort();
    this.#loading = null;
    this.#seq = null;
    this.#isPolling = false;
    // If each reason set a new delay, the snapshot could be postponed without end.
    if (this.#cancelPaced !== null) {
      return;
    }
    const waitMs = this.#pace.waitMs();
    if (waitMs === 0) {
      return this.#startLoading();
    }
    this.#cancelPaced = this.#options.timing.schedule(() => this.#startLoading(), waitMs);
  }

  close(): void {
    this.#unsubscribe();
    this.#loading?.abort();
    this.#cancelPaced?.();
    this.#cancelRetry?.();
  }

  #startLoading(): void {
    this.#cancelPaced = null;
    this.#isOutdated = false;
    const load = new AbortController();
    this.#loading = load;
    void this.#load(load.signal);
  }

  async #load(signal: AbortSignal): Promise<void> {
    try {
      const snapshot = await this.#options.loadSnapshot(signal);
      if (signal.aborted) {
        return;
      }
      this.#loading = null;
      this.#receivedAtMs = this.#options.timing.now();
      if (!this.#isPolling) {
        this.#pace.noteTaken();
      }
      this.#seq = snapshot.seq;
      this.#options.onSnapshot(snapshot);
      this.#flush();
      if (this.#isOutdated) {
        this.#reloadAfterGap();
      }
    } catch {
      // After any failure the list stays stale until another attempt succeeds.
      if (signal.aborted) {
        return;
      }
      this.#loading = null;
      this.#options.onStale();
      this.#cancelRetry = this.#options.timing.schedule(() => this.reload(), RETRY_AFTER_MS);
    }
  }

  #receive(name: string, data: unknown): void {
    const event = this.#options.readEvent(name, data);
    if (event === "other") {
      return;
    }
    this.#receivedAtMs = this.#options.timing.now();
    if (event === "invalid") {
      return this.#reloadAfterGap();
    }
    if (this.#buffer.length >= BUFFER_LIMIT) {
      this.#buffer = [];
      return this.#reloadAfterGap();
    }
    this.#buffer.push(event);
    if (this.#seq === null || this.#isFlushScheduled) {
      return;
    }
    this.#isFlushScheduled = true;
    this.#options.timing.batch(() => this.#flush());
  }

  #flush(): void {
    this.#isFlushScheduled = false;
    if (this.#seq === null) {
      return;
    }
    const { inOrder, gap } = takeInOrder(this.#buffer, this.#seq);
    this.#buffer = [];
    const last = inOrder.at(-1);
    if (last !== undefined) {
      this.#seq = last.seq;
      this.#options.onEvents(inOrder);
    }
    if (gap) {
      this.#reloadAfterGap();
    }
  }

  #reloadAfterGap(): void {
    if (this.#loading !== null) {
      this.#isOutdated = true;
      return;
    }
    this.#options.onStale();
    this.reload();
  }
}

/**
 * Returns the events that follow `seq` without a gap. A stale marker or a missing number is a gap.
 */
export function takeInOrder(
  events: StationEvent[],
  seq: number,
): { inOrder: StationEvent[]; gap: boolean } {
  const inOrder: StationEvent[] = [];
  let last = seq;
  for (const event of events.toSorted((a, b) => a.seq - b.seq)) {
    if (event.seq <= last) {
      continue;
    }
    if (event.seq !== last + 1 || event.type === "station.stale") {
      return { inOrder, gap: true };
    }
    inOrder.push(event);
    last = event.seq;
  }
  return { inOrder, gap: false };
}
