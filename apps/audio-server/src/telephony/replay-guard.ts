/** The number of recent packets that are tracked; older packets are too late to use. */
const WINDOW = 1024;
/**
 * Each path of a call has one stream. Beyond this number of streams, the guard forgets the oldest
 * one.
 */
const MAX_STREAMS = 8;

interface Stream {
  newest: number;
  seen: Uint8Array;
}

/**
 * Detects replayed packets, as RFC 3711 3.3.2 requires. The library werift would accept them again.
 */
export class ReplayGuard {
  readonly #streams = new Map<number, Stream>();

  begin(): void {
    this.#streams.clear();
  }

  isNew(ssrc: number, sequence: number): boolean {
    const stream = this.#streams.get(ssrc) ?? this.#open(ssrc, sequence);
    const ahead = (((sequence - stream.newest) << 16) >> 16) | 0;
    if (ahead <= -WINDOW) {
      return false;
    }
    for (let step = 1; step <= Math.min(ahead, WINDOW); step += 1) {
      stream.seen[(stream.newest + step) % WINDOW] = 0;
    }
    if (ahead > 0) {
      stream.newest = sequence;
    }
    const isNew = stream.seen[sequence % WINDOW] === 0;
    stream.seen[sequence % WINDOW] = 1;
    return isNew;
  }

  #open(ssrc: number, sequence: number): Stream {
    const [oldest] = this.#streams.keys();
    if (this.#streams.size >= MAX_STREAMS && oldest !== undefined) {
      this.#streams.delete(oldest);
    }
    const stream = { newest: sequence, seen: new Uint8Array(WINDOW) };
    this.#streams.set(ssrc, stream);
    return stream;
  }
}
