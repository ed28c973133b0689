import { addInto, Limiter } from "@linedesk/audio";
import { samplesPerTick } from "../codecs/codec-facts.ts";
import type { EncodedSource } from "../encoding/encoded-source.ts";
import type { Playback } from "../playback/playback.ts";
import { ConvertedSound } from "./converted-sound.ts";
import type { RoomSum } from "./room-mix.ts";

/** The inputs of a leg's mix in one tick. */
export interface MixInput {
  room: RoomSum | null;
  /** The leg's own part of the room's sum. The leg's mix omits it. */
  own: Int16Array | null;
  playback: Playback | null;
}

/** Mixes one leg's sound at its rate: the room without its own sound, and its playback. */
export class LegMix {
  readonly sampleRate: number;
  readonly #limiter: Limiter;
  readonly #sum: Int32Array;
  readonly #out: Int16Array;
  /** Converts a sound of another rate. */
  #converted: ConvertedSound | null = null;
  #tick = 0;

  constructor(sampleRate: number) {
    this.sampleRate = sampleRate;
    this.#limiter = new Limiter(sampleRate);
    this.#sum = new Int32Array(samplesPerTick(sampleRate));
    this.#out = new Int16Array(samplesPerTick(sampleRate));
  }

  /**
   * Returns `null` for silence. If nothing must be added or limited, returns the unchanged sound
   * that the leg hears, which other legs can share. Otherwise returns the leg's own mix. The result
   * is valid until the next tick.
   */
  next({ room, own, playback }: MixInput): Int16Array | EncodedSource | null {
    this.#tick += 1;
    const voices = room === null ? 0 : room.sources - (own === null ? 0 : 1);
    const sound = playback === null ? null : this.#played(playback);
    const rest = sound === null ? (this.#converted?.drain(this.#tick) ?? null) : null;
    if (this.#limiter.gain === 1 && rest === null) {
      // A single sound never exceeds the range, so there is nothing to add or to limit.
      if (voices === 0) {
        return sound;
      }
      const ready = sound === null ? room?.mixMinus(own) : null;
      if (ready !== undefined && ready !== null) {
        return ready;
      }
    }
    if (room === null || voices === 0) {
      this.#sum.fill(0);
    } else {
      this.#addMixMinus(room.samples, own);
    }
    const played = sound === null ? rest : sound.block;
    if (played !== null) {
      addInto(this.#sum, played, this.#sum.length);
    }
    this.#limiter.limit(this.#sum, this.#sum.length, this.#out);
    return this.#out;
  }

  #addMixMinus(all: Int32Array, own: Int16Array | null): void {
    const sum = this.#sum;
    if (own === null) {
      sum.set(all);
    } else {
      for (let i = 0; i < sum.length; i += 1) {
        sum[i] = (all[i] ?? 0) - (own[i] ?? 0);
      }
    }
  }

  /** Returns `null` if the playback has no sound in this tick. */
  #played(playback: Playback): EncodedSource | null {
    if (!playback.advance(this.sampleRate)) {
      return null;
    }
    const fromHz = playback.sampleRate;
    if (fromHz === this.sampleRate) {
      return playback;
    }
    if (this.#converted?.fromHz !== fromHz) {
      this.#converted = new ConvertedSound(fromHz, this.sampleRate);
    }
    return this.#converted.begin(playback, this.#tick);
  }
}
