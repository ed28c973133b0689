import { addInto, BlockResampler } from "@linedesk/audio";
import { samplesPerTick } from "../codecs/audio-codec.ts";
import { tickMs } from "../tick.ts";

/** What can be heard in a room in this tick, at one rate. */
export interface RoomSum {
  samples: Int32Array;
  /** How many voices and sounds are in it; 0 where all of it is silence. */
  sources: number;
}

/** Voices of one rate, and what listeners of that rate hear. */
interface Layer {
  sampleRate: number;
  /** The voices and sounds that came at this rate. */
  own: Int32Array;
  sources: number;
  whole: Int32Array;
  sum: RoomSum;
  /** The tick that `sum` is of. */
  summedTick: number;
  converters: Map<Layer, BlockResampler>;
}

/**
 * The sums of a room. Voices are added up at the rate they came with, and each such sum is converted
 * once for all listeners of another rate: who shares a rate with a speaker hears him as he was sent,
 * a speaker's own samples can be taken out of the sum exactly, and a room of telephones converts
 * nothing. A rate that nobody asks for costs nothing.
 */
export class RoomMix {
  readonly #layers: Layer[] = [];
  #tick = 0;

  begin(): void {
    this.#tick += 1;
    for (const layer of this.#layers) {
      if (layer.sources > 0) layer.own.fill(0);
      layer.sources = 0;
    }
  }

  add(block: Int16Array, sampleRate: number): void {
    const layer = this.#layer(sampleRate);
    addInto(layer.own, block, layer.own.length);
    layer.sources += 1;
  }

  /** Valid until the next tick. */
  sumAt(sampleRate: number): RoomSum {
    const layer = this.#layer(sampleRate);
    if (layer.summedTick !== this.#tick) this.#sum(layer);
    return layer.sum;
  }

  #sum(layer: Layer): void {
    const isGoingOn = layer.summedTick === this.#tick - 1;
    layer.summedTick = this.#tick;
    layer.sum.samples = layer.own;
    layer.sum.sources = layer.sources;
    for (const other of this.#layers) {
      if (other !== layer) this.#convert(other, layer, isGoingOn);
    }
  }

  #convert(from: Layer, to: Layer, isGoingOn: boolean): void {
    let converter = to.converters.get(from);
    if (converter === undefined && from.sources === 0) return;
    converter ??= new BlockResampler(from.sampleRate, to.sampleRate, tickMs);
    to.converters.set(from, converter);
    // Nobody listened for a while: what is left in it is not what came before this.
    if (!isGoingOn) converter.reset();
    if (from.sources === 0 && converter.isQuiet) return;
    if (to.sum.samples === to.own) {
      to.whole.set(to.own);
      to.sum.samples = to.whole;
    }
    converter.addInto(to.whole, from.sources === 0 ? null : from.own);
    // Also what rings out is to be heard.
    to.sum.sources += Math.max(1, from.sources);
  }

  #layer(sampleRate: number): Layer {
    const known = this.#layers.find((layer) => layer.sampleRate === sampleRate);
    if (known !== undefined) return known;
    const samples = samplesPerTick(sampleRate);
    const own = new Int32Array(samples);
    const layer: Layer = {
      sampleRate,
      own,
      sources: 0,
      whole: new Int32Array(samples),
      sum: { samples: own, sources: 0 },
      summedTick: -1,
      converters: new Map(),
    };
    this.#layers.push(layer);
    return layer;
  }
}
