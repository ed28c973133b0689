const MIN_LAG_MS = 5;
const MAX_LAG_MS = 16.25;
/** Lags are looked for as finely as 8 kHz would show them; a higher rate then looks closer. */
const COARSE_RATE = 8000;
/**
 * So many blocks are waited for a good place; then the best one of the next block is taken, or,
 * where a whole period may be too much, one block in ten is looked at.
 */
const MAX_REFUSALS = 25;
const SELDOM = 10;
/** Mean difference, as a share of the mean level, up to which a sound repeats itself. */
const GOOD_SHARE = 0.15;
/** Mean level of 16 bit samples below which nobody hears what is done. */
const QUIET_LEVEL = 60;

/** A place in a ring of samples; the mask is its length less one. */
interface RingPlace {
  samples: Int16Array;
  mask: number;
  at: number;
}

/** Chooses how many samples to take out of a sound (or put in) so that it is not heard. */
export class TimeScale {
  readonly #shortest: number;
  readonly #longest: number;
  readonly #step: number;
  /** The part of the ring that is looked at, without its seam. */
  #part = new Int16Array(0);
  #refusals = 0;

  constructor(sampleRate: number) {
    this.#shortest = (MIN_LAG_MS * sampleRate) / 1000;
    this.#longest = (MAX_LAG_MS * sampleRate) / 1000;
    this.#step = sampleRate / COARSE_RATE;
  }

  /**
   * The lag to fade to within the block of `length` at the place, of the sign of `wanted`. 0 where
   * it would be heard now and a better place may come within half a second.
   */
  lag(ring: RingPlace, length: number, wanted: number): number {
    // Taking out less than a period has no good place: it is left alone. What is put in may be
    // more.
    const longest = wanted > 0 ? Math.min(this.#longest, Math.floor(wanted)) : this.#longest;
    if (longest < this.#shortest) {
      return 0;
    }
    this.#refusals += 1;
    const isFree = longest === this.#longest;
    if (!isFree && this.#refusals > MAX_REFUSALS && this.#refusals % SELDOM !== 0) {
      return 0;
    }
    const sign = Math.sign(wanted);
    const at = sign < 0 ? longest : 0;
    this.#read(ring, -at, longest + length);
    const block = { samples: this.#part, at, length };
    const best = this.#bestLag(block, { longest, sign });
    const level = meanLevel(block);
    const isGood = level < QUIET_LEVEL || best.difference < level * GOOD_SHARE;
    if (!isGood && (this.#refusals < MAX_REFUSALS || !isFree)) {
      return 0;
    }
    this.#refusals = 0;
    return best.lag;
  }

  #read(ring: RingPlace, from: number, length: number): void {
    if (this.#part.length < length) {
      this.#part = new Int16Array(length);
    }
    const part = this.#part;
    for (let i = 0; i < length; i += 1) {
      part[i] = sampleAt(ring, from + i);
    }
  }

  #bestLag(block: Block, { longest, sign }: { longest: number; sign: number }): Lag {
    const step = this.#step;
    const stride = 2 * step;
    const range = { from: this.#shortest, to: longest, step, stride, sign };
    const coarse = closestLag(block, range);
    if (step === 1) {
      return coarse;
    }
    const size = Math.abs(coarse.lag);
    const from = Math.max(this.#shortest, size - step + 1);
    const to = Math.min(longest, size + step - 1);
    return closestLag(block, { from, to, step: 1, stride, sign });
  }
}

/** A block of samples, with what lies around it. */
interface Block {
  samples: Int16Array;
  at: number;
  length: number;
}

interface Lag {
  lag: number;
  difference: number;
}

interface LagRange {
  from: number;
  to: number;
  step: number;
  /** Of the samples compared, each so far from the next. */
  stride: number;
  sign: number;
}

/** Writes the block at the place into `out`, fading over its length to what lies `lag` later. */
export function fade(
  ring: RingPlace,
  block: { out: Int16Array; length: number; lag: number },
): void {
  const { out, length, lag } = block;
  for (let i = 0; i < length; i += 1) {
    const share = (i + 1) / length;
    const later = sampleAt(ring, i + lag);
    out[i] = Math.round((out[i] ?? 0) * (1 - share) + later * share);
  }
}

function closestLag(block: Block, range: LagRange): Lag {
  const { samples, at, length } = block;
  const { stride } = range;
  let best = range.to;
  let least = Infinity;
  for (let size = range.from; size <= range.to; size += range.step) {
    const later = at + range.sign * size;
    let sum = 0;
    // Most lags are worse than the best one long before their end.
    for (let i = 0; i < length && sum < least; i += stride) {
      sum += Math.abs((samples[at + i] ?? 0) - (samples[later + i] ?? 0));
    }
    if (sum >= least) {
      continue;
    }
    least = sum;
    best = size;
  }
  return { lag: range.sign * best, difference: (stride * least) / length };
}

function meanLevel({ samples, at, length }: Block): number {
  let sum = 0;
  for (let i = 0; i < length; i += 1) {
    sum += Math.abs(samples[at + i] ?? 0);
  }
  return sum / length;
}

function sampleAt(ring: RingPlace, i: number): number {
  return ring.samples[(ring.at + i) & ring.mask] ?? 0;
}
