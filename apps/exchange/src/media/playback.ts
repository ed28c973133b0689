import { samplesPerTick } from "./outgoing-stream.ts";
import type { PlaybackEnd, PlaybackId } from "./media-port.ts";

/** Samples at 8 kHz; without an array it is silence of that length. */
export interface Sound {
  samples: Int16Array | null;
  length: number;
}

/** One sound being played to a leg or a room; silent until it is loaded. */
export class Playback {
  readonly id: PlaybackId;
  /** The samples of this tick; undefined content where `advance` answered false. */
  readonly block = new Int16Array(samplesPerTick);
  readonly #loops: number;
  readonly #onEnd: (end: PlaybackEnd) => void;
  #sound: Sound | null = null;
  #at = 0;
  #played = 0;
  #isEnded = false;

  constructor(id: PlaybackId, loops: number, onEnd: (end: PlaybackEnd) => void) {
    this.id = id;
    this.#loops = loops;
    this.#onEnd = onEnd;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  start(sound: Sound): void {
    if (this.#isEnded) return;
    if (sound.length === 0) this.end({ reason: "finished" });
    else this.#sound = sound;
  }

  end(end: PlaybackEnd): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#sound = null;
    this.#onEnd(end);
  }

  /** Fills `block` with the next 20 ms. False where there is nothing to hear. */
  advance(): boolean {
    const sound = this.#sound;
    if (sound === null) return false;
    const isAudible = sound.samples !== null;
    for (let i = 0; i < samplesPerTick && !this.#isEnded;) i += this.#copy(sound, i);
    return isAudible;
  }

  #copy(sound: Sound, to: number): number {
    const count = Math.min(samplesPerTick - to, sound.length - this.#at);
    for (let i = 0; i < count; i += 1) this.block[to + i] = sound.samples?.[this.#at + i] ?? 0;
    this.#at += count;
    if (this.#at < sound.length) return count;
    this.#at = 0;
    this.#played += 1;
    if (this.#loops > 0 && this.#played >= this.#loops) {
      this.block.fill(0, to + count);
      this.end({ reason: "finished" });
    }
    return count;
  }
}
