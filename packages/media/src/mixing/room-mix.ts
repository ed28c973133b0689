import { addInto, BlockResampler, isWithinRange } from "@linedesk/audio";
import { samplesPerTick } from "../codecs/codec-facts.ts";
import type { EncodedSource, LawCodec } from "../encoding/encoded-source.ts";
import { NARROWBAND_RATE } from "../encoding/narrowband-rate.ts";
import { RecentTicks } from "../encoding/recent-ticks.ts";
import { TickEncoding } from "../encoding/tick-encoding.ts";
import { TICK_MS } from "../tick.ts";

/** A room's sound in this tick, at one rate. */
export interface RoomSum {
  readonly samples: Int32Array;
  /** The number of voices in it; 0 for silence. The rest of a filter counts as a voice. */
  readonly sources: number;
  /**
   * Returns the sound for a listener if it exists without further work, otherwise `null`. With
   * `own`, this is the sound of the only other voice, unchanged. Without `own`, it is the whole
   * sum, which all such listeners share.
   */
  mixMinus(own: Int16Array | null): Int16Array | EncodedSource | null;
}

/**
 * The sums of a room. Each voice is added at its own rate, and each sum is converted once for all
 * listeners with another rate. A listener with the rate of a speaker therefore gets the speaker's
 * samples unchanged. A speaker's own samples can be subtracted from the sum exactly, and a room of
 * telephones converts nothing. A rate without listeners costs nothing.
 */
export class RoomMix {
  readonly #layers: Layer[] = [];
  #tick = 0;

  begin(): void {
    this.#tick += 1;
    for (const layer of this.#layers) {
      layer.begin();
    }
  }

  /** The block must stay unchanged until the next tick, because it is read later. */
  add(block: Int16Array, sampleRate: number): void {
    this.#layer(sampleRate).add(block);
  }

  sumAt(sampleRate: number): RoomSum {
    const layer = this.#layer(sampleRate);
    if (layer.usedTick === this.#tick) {
      return layer;
    }
    const isGoingOn = layer.usedTick === this.#tick - 1;
    layer.usedTick = this.#tick;
    for (const other of this.#layers) {
      if (other !== layer) {
        layer.convert(other, isGoingOn);
      }
    }
    return layer;
  }

  close(): void {
    for (const layer of this.#layers) {
      layer.ticks.rows.clear();
    }
  }

  #layer(sampleRate: number): Layer {
    for (const known of this.#layers) {
      if (known.sampleRate === sampleRate) {
        return known;
      }
    }
    const layer = new Layer(sampleRate);
    this.#layers.push(layer);
    return layer;
  }
}

/** The voices with one rate, and the sum for listeners with that rate. */
class Layer implements RoomSum, EncodedSource {
  readonly sampleRate: number;
  /** The last tick with a listener at this rate. */
  usedTick = -1;
  /** The voices that have this rate: the first `#count` entries. */
  readonly #blocks: Int16Array[] = [];
  #count = 0;
  readonly #own: Int32Array;
  #isSummed = false;
  readonly #whole: Int32Array;
  /** The number of sources in `#whole` from other rates. */
  #converted = 0;
  readonly #converters = new Map<Layer, BlockResampler>();
  readonly #encoding = new TickEncoding();
  readonly ticks: RecentTicks;
  #tick = 0;
  /**
   * The whole sum, if it fits into 16 bits. The check runs only when needed, and until then
   * `#isFitting` is `null`.
   */
  readonly #block: Int16Array;
  #isFitting: boolean | null = null;

  constructor(sampleRate: number) {
    this.sampleRate = sampleRate;
    this.ticks = new RecentTicks(sampleRate);
    this.#own = new Int32Array(samplesPerTick(sampleRate));
    this.#whole = new Int32Array(samplesPerTick(sampleRate));
    this.#block = new Int16Array(samplesPerTick(sampleRate));
  }

  get sources(): number {
    return this.#count + this.#converted;
  }

  get samples(): Int32Array {
    return this.#converted > 0 ? this.#whole : this.#ownSum();
  }

  get tick(): number {
    return this.#tick;
  }

  begin(): void {
    this.#tick += 1;
    // Releases the blocks of members that left the room.
    if (this.#blocks.length > this.#count) {
      this.#blocks.length = this.#count;
    }
    this.#count = 0;
    this.#converted = 0;
    this.#isSummed = false;
    this.#isFitting = null;
    this.#encoding.begin();
  }

  add(block: Int16Array): void {
    this.#blocks[this.#count] = block;
    this.#count += 1;
  }

  mixMinus(own: Int16Array | null): Int16Array | EncodedSource | null {
    if (own === null) {
      return this.#isWithinRange() ? this : null;
    }
    if (this.#converted > 0 || this.#count !== 2) {
      return null;
    }
    const [first = null, second = null] = this.#blocks;
    return first === own ? second : first;
  }

  /** The whole sum, for members that only listen. */
  get block(): Int16Array {
    return this.#block;
  }

  copyEncoded(codec: LawCodec, out: Uint8Array, to: number): number {
    if (this.sampleRate !== NARROWBAND_RATE) {
      return 0;
    }
    return this.#encoding.copy(codec, this.#block, out, to);
  }

  /**
   * A sum that is too loud cannot be shared, because it is limited for each listener with a gain
   * that continues from the listener's previous tick.
   */
  #isWithinRange(): boolean {
    if (this.#isFitting !== null) {
      return this.#isFitting;
    }
    const sum = this.samples;
    this.#isFitting = isWithinRange(sum, sum.length);
    if (!this.#isFitting) {
      return false;
    }
    this.#block.set(sum);
    this.ticks.store(this.#tick, this.#block);
    return true;
  }

  /** Adds the sound of a layer with another rate, and the rest of its filter. */
  convert(from: Layer, isGoingOn: boolean): void {
    let converter = this.#converters.get(from);
    if (converter === undefined && from.#count === 0) {
      return;
    }
    converter ??= new BlockResampler(from.sampleRate, this.sampleRate, TICK_MS);
    this.#converters.set(from, converter);
    // After a pause, the samples in the filter's memory do not come directly before this block.
    if (!isGoingOn) {
      converter.reset();
    }
    if (from.#count === 0 && converter.isQuiet) {
      return;
    }
    if (this.#converted === 0) {
      this.#whole.set(this.#ownSum());
    }
    converter.addInto(this.#whole, from.#count === 0 ? null : from.#ownSum());
    // The rest of the filter counts as a source too.
    this.#converted += Math.max(1, from.#count);
  }

  /** Adds up the blocks once, at the first request. */
  #ownSum(): Int32Array {
    const sum = this.#own;
    if (this.#isSummed) {
      return sum;
    }
    this.#isSummed = true;
    sum.fill(0);
    for (let i = 0; i < this.#count; i += 1) {
      const block = this.#blocks[i];
      if (block !== undefined) {
        addInto(sum, block, sum.length);
      }
    }
    return sum;
  }
}
