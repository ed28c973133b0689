import { FourierTransform } from "./fourier-transform.ts";

/** The rate of the input. */
export const INPUT_RATE = 8000;
/** The rate of the output. The band below 2 kHz contains everything that is compared. */
export const WHITE_RATE = 4000;
const FRAME = 512;
const HOP = FRAME / 2;
const OUT_FRAME = (FRAME * WHITE_RATE) / INPUT_RATE;
/** The number of new output samples of each frame. */
export const WHITE_HOP = OUT_FRAME / 2;
const LOWEST_BIN = Math.ceil((200 * FRAME) / INPUT_RATE);
const HIGHEST_BIN = Math.floor((1800 * FRAME) / INPUT_RATE);
/**
 * The level of noise of two 16-bit steps. Quieter sound counts less, and silence does not count.
 */
const FLOOR = 2 * Math.sqrt(FRAME);

const wide = new FourierTransform(FRAME);
const narrow = new FourierTransform(OUT_FRAME);
const wideWindow = makeWindow(FRAME);
const narrowWindow = makeWindow(OUT_FRAME);

/**
 * Makes every frequency of every 64 ms equally loud, so that sound between the words counts as much
 * as the words. Two whitened sounds of one source correlate even if one of them is 20 dB below
 * speech.
 */
export class Whitener {
  readonly #input = new Float32Array(FRAME);
  readonly #re = new Float32Array(FRAME);
  readonly #im = new Float32Array(FRAME);
  readonly #outRe = new Float32Array(OUT_FRAME);
  readonly #outIm = new Float32Array(OUT_FRAME);
  readonly #tail = new Float32Array(WHITE_HOP);
  readonly #hop = new Float32Array(WHITE_HOP);
  #filled = 0;

  /** Takes samples at 8 kHz. `onHop` gets the next 32 ms at 4 kHz, valid until it returns. */
  feed(samples: ArrayLike<number>, onHop: (hop: Float32Array) => void): void {
    for (let i = 0; i < samples.length; i += 1) {
      this.#input[HOP + this.#filled] = samples[i] ?? 0;
      this.#filled += 1;
      if (this.#filled === HOP) {
        this.#filled = 0;
        onHop(this.#whiten());
        this.#input.copyWithin(0, HOP);
      }
    }
  }

  alignTo(other: Whitener): void {
    this.#filled = other.#filled;
  }

  #whiten(): Float32Array {
    const re = this.#re;
    const im = this.#im;
    for (let i = 0; i < FRAME; i += 1) {
      re[i] = (this.#input[i] ?? 0) * (wideWindow[i] ?? 0);
    }
    im.fill(0);
    wide.forward(re, im);
    const outRe = this.#outRe.fill(0);
    const outIm = this.#outIm.fill(0);
    for (let bin = LOWEST_BIN; bin <= HIGHEST_BIN; bin += 1) {
      const size = Math.hypot(re[bin] ?? 0, im[bin] ?? 0) + FLOOR;
      // The upper half stays zero: it would mirror the lower one and add nothing.
      outRe[bin] = (re[bin] ?? 0) / size;
      outIm[bin] = (im[bin] ?? 0) / size;
    }
    narrow.inverse(outRe, outIm);
    for (let i = 0; i < WHITE_HOP; i += 1) {
      this.#hop[i] = (this.#tail[i] ?? 0) + (outRe[i] ?? 0) * (narrowWindow[i] ?? 0);
      const late = i + WHITE_HOP;
      this.#tail[i] = (outRe[late] ?? 0) * (narrowWindow[late] ?? 0);
    }
    return this.#hop;
  }
}

/** Returns the root of a Hann window. After analysis and synthesis, half overlaps add up to one. */
function makeWindow(length: number): Float32Array {
  return Float32Array.from({ length }, (_, i) => Math.sin((Math.PI * i) / length));
}
