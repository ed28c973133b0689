import { samplesPerTick } from "../codecs/codec-facts.ts";
import { readEncoded, readWideband, type EncodedSound } from "../encoding/encoded-sound.ts";
import type { EncodedSource, LawCodec } from "../encoding/encoded-source.ts";
import { NARROWBAND_RATE } from "../encoding/narrowband-rate.ts";
import type { PacketRows } from "../encoding/packet-rows.ts";
import { RoundTicks } from "../encoding/round-ticks.ts";
import type { SoundTicks } from "../encoding/sound-ticks.ts";
import type { PlaybackEnd, PlaybackId } from "../port/media-port.ts";
import type { LiveListener, LiveSource } from "./live-source.ts";

/** Samples at a rate. If the samples are `null`, the sound is silence of that length. */
export interface Sound {
  sampleRate: number;
  samples: Int16Array | null;
  length: number;
  /** Its packets in codecs with state, if listeners can share them. */
  rows?: PacketRows | null;
}

const noBlock = new Int16Array(0);

/**
 * One sound that a leg plays, or a programme with which legs are compared. It is silent until it is
 * loaded.
 */
export class Playback implements LiveListener, EncodedSource {
  readonly id: PlaybackId;
  readonly #loops: number;
  readonly #onEnd: (end: PlaybackEnd) => void;
  /** The sound at the rate that is being played. */
  #sound: Sound | null = null;
  #narrow: Sound | null = null;
  #wide: Sound | null = null;
  #live: LiveSource | null = null;
  #encoded: EncodedSound | null = null;
  /** The ticks of the current sound, if it is shared. */
  #ticks: RoundTicks | null = null;
  #block: Int16Array = noBlock;
  /** The position of this tick in `#samples`; `null` if the tick crosses the end of the sound. */
  #blockAt: number | null = null;
  #samples: Int16Array = noBlock;
  /** Is true if `#block` contains this tick. The encoded path never fills it. */
  #isCopied = true;
  #sampleRate = 0;
  #at = 0;
  #played = 0;
  #isEnded = false;

  constructor(id: PlaybackId, loops: number, onEnd: (end: PlaybackEnd) => void) {
    this.id = id;
    this.#loops = loops;
    this.#onEnd = onEnd;
  }

  /** The rate of the sound and of `block`; 0 until it is loaded. */
  get sampleRate(): number {
    return this.#sampleRate;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The samples of this tick, at the sound's rate; not valid after `advance` returned `false`. */
  get block(): Int16Array {
    if (this.#isCopied || this.#blockAt === null) {
      return this.#block;
    }
    this.#isCopied = true;
    const block = this.#block;
    const samples = this.#samples;
    const at = this.#blockAt;
    for (let i = 0; i < block.length; i += 1) {
      block[i] = samples[at + i] ?? 0;
    }
    return block;
  }

  get ticks(): SoundTicks | null {
    if (this.#live !== null) {
      return this.#live.ticksAt(this.#sampleRate);
    }
    const isWhole = this.#blockAt !== null && this.#blockAt % this.#block.length === 0;
    return isWhole ? this.#ticks : null;
  }

  get tick(): number {
    return this.#live?.tick ?? (this.#blockAt ?? 0) / this.#block.length;
  }

  start(sound: Sound): void {
    if (this.#isEnded) {
      return;
    }
    if (sound.length === 0) {
      this.end({ reason: "finished" });
      return;
    }
    const wide = sound.samples === null ? null : readWideband(sound.samples);
    this.#narrow = sound;
    this.#wide = wide === null ? null : { ...sound, ...wide, length: wide.samples.length };
    this.#encoded = sound.samples === null ? null : readEncoded(sound.samples);
    this.#tune(sound);
  }

  /** Joins an endless sound at its current position. */
  listen(live: LiveSource): void {
    if (this.#isEnded) {
      return;
    }
    this.#live = live;
    live.join(this);
  }

  handleEnded(): void {
    this.#played += 1;
    if (this.#loops > 0 && this.#played >= this.#loops) {
      this.end({ reason: "finished" });
    }
  }

  handleFailed(message: string): void {
    this.end({ reason: "failed", message });
  }

  end(end: PlaybackEnd): void {
    if (this.#isEnded) {
      return;
    }
    this.#isEnded = true;
    this.#sound = null;
    this.#narrow = null;
    this.#live?.leave(this);
    this.#live = null;
    this.#onEnd(end);
  }

  /**
   * Advances by 20 ms, at the rate that is nearest to the listener's. Returns `false` for silence.
   */
  advance(listenerRate: number): boolean {
    if (this.#live !== null) {
      return this.#advanceLive(this.#live, listenerRate);
    }
    const sound = this.#soundFor(listenerRate);
    if (sound === null) {
      return false;
    }
    const { length } = this.#block;
    const isWithin = this.#at + length <= sound.length;
    this.#blockAt = isWithin ? this.#at : null;
    this.#isCopied = !isWithin;
    if (isWithin) {
      this.#moveOn(sound, length);
    } else {
      for (let i = 0; i < length && !this.#isEnded;) {
        i += this.#copy(sound, i);
      }
    }
    return sound.samples !== null;
  }

  #advanceLive(live: LiveSource, listenerRate: number): boolean {
    this.#sampleRate = listenerRate;
    this.#block = live.blockAt(listenerRate);
    return true;
  }

  /** Returns the wideband copy for a listener above the telephone's rate, if there is one. */
  #soundFor(listenerRate: number): Sound | null {
    const narrow = this.#narrow;
    if (narrow === null) {
      return null;
    }
    const isWide = this.#wide !== null && listenerRate > narrow.sampleRate;
    const sound = isWide ? this.#wide : narrow;
    if (sound !== null && sound !== this.#sound) {
      this.#tune(sound);
    }
    return sound;
  }

  /** Moves to the same position in the sound at another rate. */
  #tune(sound: Sound): void {
    const share = this.#sound === null ? 0 : this.#at / this.#sound.length;
    this.#at = Math.floor(share * sound.length);
    this.#sound = sound;
    this.#samples = sound.samples ?? noBlock;
    this.#sampleRate = sound.sampleRate;
    this.#block = new Int16Array(samplesPerTick(sound.sampleRate));
    this.#ticks = createTicks(sound);
  }

  copyEncoded(codec: LawCodec, out: Uint8Array, to: number): number {
    if (this.#live !== null) {
      return this.#live.copyEncoded(codec, out, to);
    }
    const at = this.#blockAt;
    const encoded = this.#encoded?.[codec];
    if (encoded === undefined || at === null || this.#sampleRate !== NARROWBAND_RATE) {
      return 0;
    }
    const { length } = this.#block;
    for (let i = 0; i < length; i += 1) {
      out[to + i] = encoded[at + i] ?? 0;
    }
    return length;
  }

  #copy(sound: Sound, to: number): number {
    const block = this.#block;
    const count = Math.min(block.length - to, sound.length - this.#at);
    for (let i = 0; i < count; i += 1) {
      block[to + i] = sound.samples?.[this.#at + i] ?? 0;
    }
    this.#moveOn(sound, count);
    if (this.#isEnded) {
      block.fill(0, to + count);
    }
    return count;
  }

  #moveOn(sound: Sound, count: number): void {
    this.#at += count;
    if (this.#at < sound.length) {
      return;
    }
    this.#at = 0;
    this.handleEnded();
  }
}

function createTicks({ samples, sampleRate, rows = null }: Sound): RoundTicks | null {
  return samples === null || rows === null ? null : new RoundTicks(samples, sampleRate, rows);
}
