import type { Seat } from "@linedesk/contract";

export interface SeatBeatOptions {
  /** Tells the server that this desk is awake; answers every seat. */
  send: (station: string, signal: AbortSignal) => Promise<Seat[]>;
  onSeats: (seats: Seat[]) => void;
  schedule: (run: () => void, ms: number) => () => void;
}

/** The server misses two of them before it says that a desk is asleep. */
const BEAT_MS = 10_000;

export class SeatBeat {
  readonly #options: SeatBeatOptions;
  #station: string | null = null;
  #cancel: (() => void) | null = null;
  #sending: AbortController | null = null;

  constructor(options: SeatBeatOptions) {
    this.#options = options;
  }

  /** Beats at this station from now on; at none with null. */
  follow(station: string | null): void {
    if (station !== this.#station) {
      this.#station = station;
      this.beat();
    }
  }

  /** At once, as something is new; the next comes in its time. */
  beat(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#sending?.abort();
    const station = this.#station;
    if (station !== null) {
      this.#cancel = this.#options.schedule(() => this.beat(), BEAT_MS);
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
      const seats = await this.#options.send(station, sending.signal);
      if (!sending.signal.aborted) {
        this.#options.onSeats(seats);
      }
    } catch {
      // What is wrong with the network or the session is said elsewhere; the next beat tells more.
    }
  }
}
