import { dtmf, ringbackCadence } from "@linedesk/audio";
import { NARROWBAND_RATE } from "../encoding/narrowband-rate.ts";
import { SoundRows } from "../encoding/sound-rows.ts";
import { LiveSound } from "../live/live-sound.ts";
import { Playback, type Sound } from "../playback/playback.ts";
import type { AudioSource, PlaybackEnd, PlaybackId } from "../port/media-port.ts";

/** A source that must be loaded before it plays. */
export type StoredSource = Extract<AudioSource, { type: "url" | "builtin" | "file" }>;

export interface PlaybacksOptions {
  /** Resolves to samples at 8 kHz or an endless sound; rejects with a message for people. */
  loadSound(source: StoredSource): Promise<Int16Array | LiveSound>;
  onEnd(playback: PlaybackId, end: PlaybackEnd): void;
}

const MAX_SILENCE_MS = 3_600_000;
const MAX_TONES = 200;

/** All sounds that legs play, and all programmes with which legs are compared. */
export class Playbacks {
  readonly #options: PlaybacksOptions;
  readonly #rows = new SoundRows();
  readonly #playing = new Map<PlaybackId, Playback>();

  constructor(options: PlaybacksOptions) {
    this.#options = options;
  }

  /**
   * Begins a playback, which is silent until its sound is loaded. It replaces an earlier playback
   * with the same id.
   */
  begin(
    id: PlaybackId,
    { source, loop }: { source: AudioSource; loop: number },
    onGone: () => void,
  ): Playback {
    this.stop(id);
    const playback = new Playback(id, loop, (end) => {
      if (this.#playing.get(id) === playback) {
        this.#playing.delete(id);
      }
      onGone();
      this.#options.onEnd(id, end);
    });
    this.#playing.set(id, playback);
    void this.#load(playback, source);
    return playback;
  }

  stop(id: PlaybackId): void {
    this.#playing.get(id)?.end({ reason: "stopped" });
  }

  close(): void {
    for (const id of this.#playing.keys()) {
      this.stop(id);
    }
    this.#rows.close();
  }

  async #load(playback: Playback, source: AudioSource): Promise<void> {
    try {
      const sound = await this.#sound(source);
      if (sound instanceof LiveSound) {
        playback.listen(sound);
      } else {
        playback.start(sound);
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      playback.end({ reason: "failed", message });
    }
  }

  async #sound(source: AudioSource): Promise<Sound | LiveSound> {
    switch (source.type) {
      case "silence": {
        const durationMs = Math.max(0, Math.min(source.durationMs, MAX_SILENCE_MS));
        const length = Math.round((durationMs * NARROWBAND_RATE) / 1000);
        return { sampleRate: NARROWBAND_RATE, samples: null, length };
      }
      case "tones":
        return sounding(dtmf(source.digits.slice(0, MAX_TONES), NARROWBAND_RATE));
      case "ringback":
        return sounding(ringbackCadence(NARROWBAND_RATE));
      case "url":
      case "builtin":
      case "file":
        return this.#stored(source);
    }
  }

  async #stored(source: StoredSource): Promise<Sound | LiveSound> {
    const loaded = await this.#options.loadSound(source);
    if (loaded instanceof LiveSound) {
      return loaded;
    }
    return { ...sounding(loaded), rows: this.#rows.forSamples(loaded) };
  }
}

function sounding(samples: Int16Array): Sound {
  return { sampleRate: NARROWBAND_RATE, samples, length: samples.length };
}
