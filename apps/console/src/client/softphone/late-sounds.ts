interface SoundOptions {
  /** In milliseconds; 0 plays the whole sound. */
  maxDuration?: number;
  shouldLoop?: boolean;
}

type Sinks = string | Iterable<string>;

class LateSound {
  readonly name: string;
  readonly url: string;
  readonly #maxMs: number;
  readonly #loops: boolean;
  readonly #players = new Map<string, Promise<HTMLAudioElement>>();
  #sinks: readonly string[] = ["default"];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of the current play; an earlier play that still waits does not start. */
  #turn = 0;
  isPlaying = false;

  constructor(name: string, url: string, { maxDuration = 0, shouldLoop = false }: SoundOptions) {
    this.name = name;
    this.url = url;
    this.#maxMs = maxDuration;
    this.#loops = shouldLoop;
  }

  load(): void {
    for (const sink of this.#sinks) {
      void this.#open(sink);
    }
  }

  /** Sets the outputs of the next play; a running one stays on its outputs. */
  setSinkIds(sinks: Sinks): void {
    this.#sinks = typeof sinks === "string" ? [sinks] : [...sinks];
  }

  /** Resolves even when the sound is blocked or missing, so that the call continues. */
  async play(): Promise<void> {
    this.stop();
    this.isPlaying = true;
    const turn = this.#turn;
    if (this.#maxMs > 0) {
      this.#timer = setTimeout(() => this.stop(), this.#maxMs);
    }
    const players = this.#sinks.map(async (sink) => {
      const player = await this.#open(sink);
      if (turn === this.#turn) {
        player.currentTime = 0;
        await player.play();
      }
    });
    await Promise.allSettled(players);
  }

  stop(): void {
    this.#turn += 1;
    this.isPlaying = false;
    clearTimeout(this.#timer);
    for (const opened of this.#players.values()) {
      void opened.then((player) => player.pause());
    }
  }

  async #open(sink: string): Promise<HTMLAudioElement> {
    const known = this.#players.get(sink);
    if (known !== undefined) {
      return known;
    }
    const opened = openPlayer(this.url, { sink, loops: this.#loops });
    this.#players.set(sink, opened);
    return opened;
  }
}

async function openPlayer(
  url: string,
  { sink, loops }: { sink: string; loops: boolean },
): Promise<HTMLAudioElement> {
  const player = new Audio();
  player.crossOrigin = "anonymous";
  player.preload = "auto";
  player.loop = loops;
  player.src = url;
  // The default device replaces one that was unplugged.
  await player.setSinkId?.(sink).catch(() => undefined);
  return player;
}

export function createLateSounds() {
  const made: LateSound[] = [];
  class Sound extends LateSound {
    constructor(...[name, url, options]: ConstructorParameters<typeof LateSound>) {
      super(name, url, options);
      made.push(this);
    }
  }
  return { Sound, load: () => made.forEach((sound) => sound.load()) };
}
