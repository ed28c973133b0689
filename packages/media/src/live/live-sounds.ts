import { LiveRing } from "./live-ring.ts";
import { LiveSound } from "./live-sound.ts";
import type { LiveStreamEvent } from "./live-streams.ts";

export interface LiveSoundsOptions {
  /** Loads the music that replaces a silent stream: from that address, or the built-in music. */
  loadMusic(musicUrl: string | null): Promise<Int16Array>;
  onListeners(live: number, count: number): void;
}

/** The endless sounds in the mixer. All of them advance, even without listeners. */
export class LiveSounds {
  readonly #options: LiveSoundsOptions;
  readonly #sounds = new Map<number, LiveSound>();
  /** The address of the music of each sound that has one. */
  readonly #musicUrls = new Map<number, string>();

  constructor(options: LiveSoundsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#sounds.size;
  }

  /**
   * Returns the one sound of a stream, which all its listeners share. A different `musicUrl`
   * replaces the music that the stream has had.
   */
  open(live: number, ring: SharedArrayBuffer, musicUrl: string | null): LiveSound {
    const known = this.#sounds.get(live);
    if (known !== undefined) {
      if (musicUrl !== null && musicUrl !== this.#musicUrls.get(live)) {
        this.#setMusic(live, known, musicUrl);
      }
      return known;
    }
    const sound = new LiveSound(new LiveRing(ring), (count) =>
      this.#options.onListeners(live, count),
    );
    this.#sounds.set(live, sound);
    this.#setMusic(live, sound, musicUrl);
    return sound;
  }

  #setMusic(live: number, sound: LiveSound, musicUrl: string | null): void {
    if (musicUrl !== null) {
      this.#musicUrls.set(live, musicUrl);
    }
    this.#options.loadMusic(musicUrl).then(
      (samples) => sound.setMusic(samples),
      // If no music can be loaded, a silent stream stays silent.
      () => undefined,
    );
  }

  /** Advances by one tick, after `skipped` lost ticks. */
  advance(skipped: number): void {
    for (const sound of this.#sounds.values()) {
      if (skipped > 0) {
        sound.skip(skipped);
      }
      sound.advance();
    }
  }

  handle(event: LiveStreamEvent): void {
    const sound = this.#sounds.get(event.live);
    switch (event.type) {
      case "live.passed":
        sound?.end();
        return;
      case "live.failed":
        sound?.fail(event.message);
        return;
      case "live.closed":
        this.#sounds.delete(event.live);
        this.#musicUrls.delete(event.live);
        sound?.fail("The stream was closed");
        sound?.close();
        return;
    }
  }
}
