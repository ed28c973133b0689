import { addInto, BlockResampler, Limiter } from "@linedesk/audio";
import { samplesPerTick } from "../codecs/audio-codec.ts";
import type { Playback } from "../playback/playback.ts";
import type { RoomSum } from "./room-mix.ts";
import type { EncodedSource } from "../sounds/sound-memory.ts";
import { tickMs } from "../tick.ts";

/** What a leg may hear in one tick. */
export interface Heard {
  room: RoomSum | null;
  /** The leg's own part of the room's sum, which it is not to hear. */
  own: Int16Array | null;
  /** What is said to this leg alone. */
  whisper: RoomSum | null;
  playback: Playback | null;
}

/** One leg's mix at its own rate: the room without himself, and what is played to him alone. */
export class LegMix {
  readonly sampleRate: number;
  readonly #limiter: Limiter;
  readonly #sum: Int32Array;
  readonly #out: Int16Array;
  /** For sounds of another rate. */
  #converter: { fromHz: number; resampler: BlockResampler } | null = null;

  constructor(sampleRate: number) {
    this.sampleRate = sampleRate;
    this.#limiter = new Limiter(sampleRate);
    this.#sum = new Int32Array(samplesPerTick(sampleRate));
    this.#out = new Int16Array(samplesPerTick(sampleRate));
  }

  /**
   * Null for silence, and what others hear too where it is all that this one hears. Valid until the
   * next tick.
   */
  next({ room, own, whisper, playback }: Heard): Int16Array | EncodedSource | null {
    const voices = room === null ? 0 : room.sources - (own === null ? 0 : 1);
    const whispers = whisper?.sources ?? 0;
    const isPlaying = playback?.advance(this.sampleRate) ?? false;
    const isRinging = !isPlaying && this.#converter?.resampler.isQuiet === false;
    const isSilent = voices + whispers === 0 && !isPlaying && !isRinging;
    if (isSilent && this.#limiter.gain === 1) return null;
    if (voices + whispers === 0 && isPlaying && playback !== null && this.#isWhole(playback)) {
      return playback;
    }
    const isRoomAlone = voices > 0 && whispers === 0 && !isPlaying && !isRinging;
    const ready = isRoomAlone && this.#limiter.gain === 1 ? room?.beside(own) : null;
    if (ready !== undefined && ready !== null) return ready;
    if (room === null || voices === 0) this.#sum.fill(0);
    else this.#addOthers(room.samples, own);
    if (whisper !== null && whispers > 0) this.#addWhisper(whisper.samples);
    if (isPlaying && playback !== null) this.#play(playback.block, playback.sampleRate);
    if (isRinging) this.#converter?.resampler.addInto(this.#sum, null);
    this.#limiter.limit(this.#sum, this.#sum.length, this.#out);
    return this.#out;
  }

  /** No sound is too loud by itself, so there is nothing to add and nothing to limit. */
  #isWhole(playback: Playback): boolean {
    const isQuiet = this.#converter?.resampler.isQuiet !== false;
    return playback.sampleRate === this.sampleRate && isQuiet && this.#limiter.gain === 1;
  }

  #addOthers(all: Int32Array, own: Int16Array | null): void {
    const sum = this.#sum;
    if (own === null) sum.set(all);
    else for (let i = 0; i < sum.length; i += 1) sum[i] = (all[i] ?? 0) - (own[i] ?? 0);
  }

  #addWhisper(samples: Int32Array): void {
    const sum = this.#sum;
    for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + (samples[i] ?? 0);
  }

  #play(block: Int16Array, fromHz: number): void {
    if (fromHz === this.sampleRate) {
      addInto(this.#sum, block, this.#sum.length);
      return;
    }
    if (this.#converter?.fromHz !== fromHz) {
      this.#converter = { fromHz, resampler: new BlockResampler(fromHz, this.sampleRate, tickMs) };
    }
    this.#converter.resampler.addInto(this.#sum, block);
  }
}
