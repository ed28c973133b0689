import { BLOCK, type Spectra, SPECTRUM, type Spectrum, transform } from "./spectra.ts";
import { WHITE_RATE } from "./whitener.ts";

/** The received programme may be up to 3 s behind the radio, or up to 10 s ahead of the radio. */
export const BLOCKS_AHEAD = 3;
export const BLOCKS_BEHIND = 10;
/** The number of partitions. One partition contains the lags of one block. */
export const PARTITIONS = BLOCKS_AHEAD + BLOCKS_BEHIND;
/**
 * Each new block multiplies the weight of all earlier blocks by this factor, so that about 6 s
 * count.
 */
const DECAY = 0.84;
/**
 * A peak that is this many times higher than the rest means that the programme is found. Speech
 * alone seldom reaches 5.
 */
const FOUND = 7;
/** Below this height the programme is no longer audible. */
const LOST = 5;
/** The number of consecutive blocks that a decision needs. */
const FOUND_BLOCKS = 2;
const LOST_BLOCKS = 8;

const re = new Float32Array(SPECTRUM);
const im = new Float32Array(SPECTRUM);

export interface Peak {
  /** The height of the peak, relative to the spread of all lags. */
  height: number;
  /** The lag of the caller's sound behind the received programme. */
  lagMs: number;
}

/** Detects a programme in the sound of one caller. It correlates block by block, at every lag. */
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

  /** A programme that was audible before gets enough time to be found again at every lag. */
  constructor({ isAudible = false } = {}) {
    this.isAudible = isAudible;
    this.#streak = isAudible ? -BLOCKS_BEHIND : 0;
  }

  /** Compares one partition of the newest blocks. A comparison is complete after all partitions. */
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

  /** Runs after all partitions. Returns true if the decision has changed. */
  updateVerdict(): boolean {
    const spread = Math.sqrt(this.#squares / Math.max(1, this.#compared));
    const height = spread === 0 ? 0 : this.#highest / spread;
    this.peak = { height, lagMs: Math.round((1000 * this.#at) / WHITE_RATE) };
    this.#compared = 0;
    this.#squares = 0;
    this.#highest = 0;
    if (spread === 0) {
      // Without any sound, as on hold, the comparison shows nothing about a radio.
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

/** Adds the cross-spectrum. The caller's side is conjugated, so that the peaks are lags. */
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
