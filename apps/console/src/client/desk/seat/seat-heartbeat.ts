import type { Seat } from "@linedesk/contract";

export interface SeatBeatOptions {
  /** Tells the server that this desk is awake; resolves with every seat. */
  send: (station: string, signal: AbortSignal) => Promise<Seat[]>;
  onSeats: (seats: Seat[]) => void;
  schedule: (run: () => void, ms: number) => () => void;
}

/** The server reports a desk as asleep after two missed beats. */
const BEAT_MS = 10_000;

export class SeatBeat {
  readonly #options: SeatBeatOptions;
  #station: string | null = null;
  #cancel: (() => void) | null = null;
  #sending: AbortController | null = null;

  constructor(options: SeatBeatOptions) {
    this.#options = options;
  }

  /** Sends beats to this station from now on; `null` stops them. */
  follow(station: string | null): void {
    if (station !== this.#station) {
      this.#station = station;
      this.beat();
    }
  }

  /** Sends a beat at once; the next one keeps its interval. */
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
      // Other code reports failures of the network or the session; the next beat tries again.
    }
  }
}
