import { BLOCK, type Spectra, SPECTRUM, type Spectrum, transform } from "./spectra.ts";
import { WHITE_RATE } from "./whitener.ts";

/** The programme as we have it may be up to 3 s behind the radio, and the radio 10 s behind it. */
export const BLOCKS_AHEAD = 3;
export const BLOCKS_BEHIND = 10;
/** Lags, a block of them at a time. */
export const PARTITIONS = BLOCKS_AHEAD + BLOCKS_BEHIND;
/** What is left of a block's weight after the next one: about 6 s count. */
const DECAY = 0.84;
/** A peak so many times as high as the rest: found. Speech alone has seldom 5. */
const FOUND = 7;
/** Under this it is heard no more. */
const LOST = 5;
/** So often one after another. */
const FOUND_BLOCKS = 2;
const LOST_BLOCKS = 8;

const re = new Float32Array(SPECTRUM);
const im = new Float32Array(SPECTRUM);

export interface Peak {
  /** Against the spread of all lags. */
  height: number;
  /** How far the caller is behind the programme as we have it. */
  lagMs: number;
}

/** Whether one caller's sound has the programme in it: correlated block by block, at every lag. */
export class ProgrammeMatch {
  readonly #sums: Spectrum[] = Array.from({ length: PARTITIONS }, () => ({
    re: new Float32Array(SPECTRUM),
    im: new Float32Array(SPECTRUM),
  }));
  #compared = 0;
  #squares = 0;
  #highest = 0;
  #at = 0;
  #streak = 0;
  isAudible: boolean;
  peak: Peak = { height: 0, lagMs: 0 };

  /** One that was audible before has the time to be found again at every lag. */
  constructor({ isAudible = false } = {}) {
    this.isAudible = isAudible;
    this.#streak = isAudible ? -BLOCKS_BEHIND : 0;
  }

  /** One of the partitions for the newest block of both; all of them make one comparison. */
  compare(partition: number, caller: Spectra, programme: Spectra): void {
    const lagBlocks = partition - BLOCKS_AHEAD;
    const theirs = caller.ago(Math.max(0, -lagBlocks));
    const ours = programme.ago(Math.max(0, lagBlocks));
    const sum = this.#sums[partition];
    if (theirs === null || ours === null || sum === undefined) {
      return;
    }
    accumulate(sum, theirs, ours);
    re.set(sum.re);
    im.set(sum.im);
    transform.inverse(re, im);
    this.#compared += BLOCK;
    for (let i = 0; i < BLOCK; i += 1) {
      const value = re[i] ?? 0;
      this.#squares += value * value;
      if (value > this.#highest) {
        this.#highest = value;
        this.#at = lagBlocks * BLOCK + BLOCK - i;
      }
    }
  }

  /** After all partitions; true where the verdict has changed. */
  conclude(): boolean {
    const spread = Math.sqrt(this.#squares / Math.max(1, this.#compared));
    const height = spread === 0 ? 0 : this.#highest / spread;
    this.peak = { height, lagMs: Math.round((1000 * this.#at) / WHITE_RATE) };
    this.#compared = 0;
    this.#squares = 0;
    this.#highest = 0;
    if (spread === 0) {
      // Nothing was heard at all, as on hold: that says nothing of a radio.
      return false;
    }
    const isOther = this.isAudible ? height < LOST : height >= FOUND;
    this.#streak = isOther ? this.#streak + 1 : 0;
    if (this.#streak < (this.isAudible ? LOST_BLOCKS : FOUND_BLOCKS)) {
      return false;
    }
    this.#streak = 0;
    this.isAudible = !this.isAudible;
    return true;
  }
}

/** Adds what both have in common; the caller's is conjugated, so that lags come out. */
function accumulate(sum: Spectrum, caller: Spectrum, programme: Spectrum): void {
  for (let i = 0; i < SPECTRUM; i += 1) {
    const cRe = caller.re[i] ?? 0;
    const cIm = caller.im[i] ?? 0;
    const pRe = programme.re[i] ?? 0;
    const pIm = programme.im[i] ?? 0;
    sum.re[i] = (sum.re[i] ?? 0) * DECAY + cRe * pRe + cIm * pIm;
    sum.im[i] = (sum.im[i] ?? 0) * DECAY + cRe * pIm - cIm * pRe;
  }
}
