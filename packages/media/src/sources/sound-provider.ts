import type { StoredSource } from "../engine/playbacks.ts";
import { LiveDecoder } from "../live/live-decoder.ts";
import { LiveStreams, type LiveStreamEvent } from "../live/live-streams.ts";
import type { FetchRules } from "../sounds/open-connection.ts";
import { SoundDecoder } from "../sounds/sound-decoder.ts";
import { SoundLibrary } from "./sound-library.ts";

export interface SoundProviderOptions extends FetchRules {
  soundsDirectory: string;
  onLive: (event: LiveStreamEvent) => void;
}

export type ProvidedSound =
  | { type: "samples"; samples: Int16Array }
  | { type: "live"; live: number; ring: SharedArrayBuffer };

/** Loads the sounds that the mixer plays: fetched here, decoded in separate threads. */
export class SoundProvider {
  readonly #decoder = new SoundDecoder();
  readonly #liveDecoder = new LiveDecoder();
  readonly #streams: LiveStreams;
  readonly #library: SoundLibrary;

  constructor({ onLive, ...options }: SoundProviderOptions) {
    const clock = { nowMs: () => performance.now() };
    this.#streams = new LiveStreams({ feeder: this.#liveDecoder, clock, onEvent: onLive });
    this.#library = new SoundLibrary({
      ...options,
      streams: this.#streams,
      decode: async (bytes, how) => this.#decoder.decode(bytes, how),
      clock,
    });
  }

  /** Throws MediaError with a message for people. */
  async load(source: StoredSource): Promise<ProvidedSound> {
    const sound = await this.#library.load(source);
    if (sound instanceof Int16Array) {
      return { type: "samples", samples: sound };
    }
    return { type: "live", live: sound.id, ring: sound.ring };
  }

  setListeners(live: number, count: number): void {
    this.#streams.setListeners(live, count);
  }

  endStreams(): void {
    this.#streams.close();
  }

  async close(): Promise<void> {
    this.endStreams();
    await this.#decoder.close();
    await this.#liveDecoder.close();
  }
}
