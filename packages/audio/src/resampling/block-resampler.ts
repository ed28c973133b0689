import { kaiser, sinc } from "./sinc.ts";

/** The length of the filter in samples of the lower rate; half of it is the delay. */
const REACH = 40;
const KAISER_BETA = 6.8;
/**
 * The cut-off, relative to the lower Nyquist frequency. Speech passes, and its images are in the
 * stop band.
 */
const CUTOFF = 0.97;

/**
 * Converts a stream block by block between two rates, one of which is a multiple of the other. The
 * windowed-sinc polyphase filter keeps its state, so the borders of blocks are inaudible. The
 * result is added to a sum, as the mixer needs it. The filter delays the sound by 20 samples of the
 * lower rate: 2.5 ms at 8 kHz.
 */
export class BlockResampler {
  readonly #up: number;
  readonly #down: number;
  /** The samples before this block, followed by the block. */
  readonly #input: Float32Array;
  readonly #historyLength: number;
  readonly #block: number;
  readonly #filter: Filter;
  /** The number of silent samples since the last sound. */
  #quiet = Infinity;

  /** Throws RangeError if neither rate is a multiple of the other. */
  constructor(fromHz: number, toHz: number, blockMs: number) {
    const isMultiple = fromHz !== toHz && (toHz % fromHz === 0 || fromHz % toHz === 0);
    if (!isMultiple) {
      throw new RangeError(`Neither ${fromHz} nor ${toHz} Hz is a multiple of the other rate`);
    }
    this.#up = Math.max(1, toHz / fromHz);
    this.#down = Math.max(1, fromHz / toHz);
    this.#block = (fromHz * blockMs) / 1000;
    this.#historyLength = REACH * this.#down;
    this.#input = new Float32Array(this.#historyLength + this.#block);
    this.#filter = buildFilter(Math.max(this.#up, this.#down), this.#up > 1);
  }

  /** Is true while the filter contains only silence; a silent block then needs no conversion. */
  get isQuiet(): boolean {
    return this.#quiet >= this.#historyLength;
  }

  reset(): void {
    this.#input.fill(0);
    this.#quiet = Infinity;
  }

  /** Adds the converted block to the sum; `null` is silence. */
  addInto(sum: Int32Array, block: Int16Array | Int32Array | null): void {
    this.#shift(block);
    if (this.#up > 1) {
      this.#raise(sum);
    } else {
      this.#lower(sum);
    }
  }

  #shift(block: Int16Array | Int32Array | null): void {
    this.#input.copyWithin(0, this.#block);
    if (block === null) {
      this.#input.fill(0, this.#historyLength);
    } else {
      this.#input.set(block, this.#historyLength);
    }
    this.#quiet = block === null ? this.#quiet + this.#block : 0;
  }

  /** Each phase of the filter gives one of the samples between two input samples. */
  #raise(sum: Int32Array): void {
    const input = this.#input;
    const up = this.#up;
    for (let n = 0; n < this.#block; n += 1) {
      const first = this.#historyLength + n - REACH + 1;
      for (let phase = 0; phase < up; phase += 1) {
        const taps = this.#filter[phase] ?? noTaps;
        let value = 0;
        for (let k = 0; k < REACH; k += 1) {
          value += (taps[k] ?? 0) * (input[first + k] ?? 0);
        }
        const at = n * up + phase;
        sum[at] = (sum[at] ?? 0) + Math.round(value);
      }
    }
  }

  #lower(sum: Int32Array): void {
    const input = this.#input;
    const taps = this.#filter[0] ?? noTaps;
    const count = this.#block / this.#down;
    for (let n = 0; n < count; n += 1) {
      const first = this.#historyLength + (n + 1) * this.#down - taps.length;
      let value = 0;
      for (let k = 0; k < taps.length; k += 1) {
        value += (taps[k] ?? 0) * (input[first + k] ?? 0);
      }
      sum[n] = (sum[n] ?? 0) + Math.round(value);
    }
  }
}

/** The taps by phase; the first tap weights the oldest sample. */
type Filter = readonly Float32Array[];

const noTaps = new Float32Array(0);

function buildFilter(ratio: number, isRaising: boolean): Filter {
  const length = REACH * ratio;
  const prototype = Float32Array.from({ length }, (_, i) => {
    const distance = i - (length - 1) / 2;
    const window = kaiser((2 * distance) / length, KAISER_BETA);
    return (CUTOFF / ratio) * sinc((distance * CUTOFF) / ratio) * window;
  });
  if (!isRaising) {
    return [normalised(prototype)];
  }
  return Array.from({ length: ratio }, (_, phase) =>
    normalised(
      Float32Array.from(
        { length: REACH },
        (__, k) => prototype[(REACH - 1 - k) * ratio + phase] ?? 0,
      ),
    ),
  );
}

/**
 * Gives each phase of the filter the same gain, because a constant input would otherwise hum at the
 * rate of the phases.
 */
function normalised(taps: Float32Array): Float32Array {
  const gain = taps.reduce((sum, tap) => sum + tap, 0);
  return taps.map((tap) => tap / gain);
}
