interface Levels {
  input: number;
  output: number;
}

/** The quietest level that a browser reports; one step of 16 bits. */
const FLOOR_DB = -90;
const REFRESH_MS = 400;
/** The SDK reports the volume every 50 ms, but not while the browser delays its timers. */
const FRESH_MS = 1_000;

/**
 * The levels of a call's tracks from 0 to 1. They come from the SDK while it reports sound. If it
 * reports silence, they come from the statistics of the connection, because the SDK's audio context
 * can be suspended although both tracks have sound.
 */
export class TrackLevels {
  readonly #readStats: () => Promise<Levels>;
  readonly #now: () => number;
  #volume: Levels = { input: 0, output: 0 };
  #stats: Levels = { input: 0, output: 0 };
  #volumeAt = Number.NEGATIVE_INFINITY;
  #requestedAt = Number.NEGATIVE_INFINITY;

  constructor(readStats: () => Promise<Levels>, now: () => number = () => performance.now()) {
    this.#readStats = readStats;
    this.#now = now;
  }

  setVolume(input: number, output: number): void {
    this.#volume = { input, output };
    this.#volumeAt = this.#now();
  }

  read(): Levels {
    const isFresh = this.#now() - this.#volumeAt < FRESH_MS;
    const { input, output } = isFresh ? this.#volume : { input: 0, output: 0 };
    if (input === 0 || output === 0) {
      this.#refresh();
    }
    return { input: input || this.#stats.input, output: output || this.#stats.output };
  }

  #refresh(): void {
    const now = this.#now();
    if (now - this.#requestedAt < REFRESH_MS) {
      return;
    }
    this.#requestedAt = now;
    this.#readStats().then(
      (stats) => (this.#stats = stats),
      // The connection has ended meanwhile.
      () => (this.#stats = { input: 0, output: 0 }),
    );
  }
}

/** Reads the levels of the sent and of the received track from the statistics of a connection. */
export function findLevels(report: RTCStatsReport): Levels {
  const all = [...(report as unknown as Map<string, Record<string, unknown>>).values()];
  const levelOf = (type: string): number => {
    const level = all.find((one) => one["type"] === type && one["kind"] === "audio")?.[
      "audioLevel"
    ];
    return typeof level === "number" ? toMeter(level) : 0;
  };
  return { input: levelOf("media-source"), output: levelOf("inbound-rtp") };
}

/** Converts an amplitude from 0 to 1 to a level on the scale of the meters. */
function toMeter(amplitude: number): number {
  return amplitude <= 0 ? 0 : Math.max(0, 1 - (20 * Math.log10(amplitude)) / FLOOR_DB);
}
