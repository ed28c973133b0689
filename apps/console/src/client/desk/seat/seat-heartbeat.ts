import type { Seat } from "@linedesk/contract";

export interface SeatAnswer {
  items: Seat[];
  /** The interval that the server expects, if it watches the softphones by the heartbeats. */
  beatEveryMs?: number | undefined;
}

export interface SeatHeartbeatOptions {
  /** Reports to the server that this desk is awake; resolves with all seats of the station. */
  send: (station: string, signal: AbortSignal) => Promise<SeatAnswer>;
  onSeats: (seats: Seat[]) => void;
  schedule: (run: () => void, ms: number) => () => void;
}

/** The server reports a desk as asleep after two missed heartbeats. */
const HEARTBEAT_MS = 10_000;
/** The lower limit prevents a server from making a desk send without a pause. */
const MIN_HEARTBEAT_MS = 1_000;

export class SeatHeartbeat {
  readonly #options: SeatHeartbeatOptions;
  #station: string | null = null;
  #cancel: (() => void) | null = null;
  #sending: AbortController | null = null;
  #everyMs = HEARTBEAT_MS;

  constructor(options: SeatHeartbeatOptions) {
    this.#options = options;
  }

  /** Sends heartbeats to this station from now on; `null` stops them. */
  follow(station: string | null): void {
    if (station !== this.#station) {
      this.#station = station;
      this.sendNow();
    }
  }

  /** Sends a heartbeat at once. The next one follows after the usual interval. */
  sendNow(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#sending?.abort();
    const station = this.#station;
    if (station !== null) {
      this.#cancel = this.#options.schedule(() => this.sendNow(), this.#everyMs);
      void this.#send(station);
    }
  }

  close(): void {
    this.follow(null);
  }

  async #send(station: string): Promise<void> {
    const sending = new AbortController();
    this.#sending = sending;
    try {
      const { items, beatEveryMs = HEARTBEAT_MS } = await this.#options.send(
        station,
        sending.signal,
      );
      if (!sending.signal.aborted) {
        this.#everyMs = Math.max(beatEveryMs, MIN_HEARTBEAT_MS);
        this.#options.onSeats(items);
      }
    } catch {
      // Other code reports failures of the network or the session; the next heartbeat tries again.
    }
  }
}
