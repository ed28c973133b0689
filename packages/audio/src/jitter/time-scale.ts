const MIN_LAG_MS = 5;
const MAX_LAG_MS = 16.25;
/**
 * The search for the lag has the resolution of 8 kHz; at higher rates a second step refines the
 * result.
 */
const COARSE_RATE = 8000;
/** In the block with this number at the latest, the search accepts a lag that is not good. */
const MAX_REFUSALS = 25;
/**
 * If `wanted` may be shorter than a period, the search accepts only a good lag. After MAX_REFUSALS
 * blocks without one, it runs only once in this number of blocks.
 */
const SELDOM = 10;
/** Sound counts as repeating if its mean difference is at most this share of its mean level. */
const GOOD_SHARE = 0.15;
/** Below this mean level of 16 bit samples, changes are inaudible. */
const QUIET_LEVEL = 60;

/** A position in a ring buffer of samples. The mask is the length of the buffer minus one. */
interface RingPlace {
  samples: Int16Array;
  mask: number;
  at: number;
}

/** Chooses how many samples can be removed from a sound, or inserted, without an audible effect. */
export class TimeScale {
  readonly #shortest: number;
  readonly #longest: number;
  readonly #step: number;
  /** A contiguous copy of the searched part of the ring buffer. */
  #part = new Int16Array(0);
  #refusals = 0;

  constructor(sampleRate: number) {
    this.#shortest = (MIN_LAG_MS * sampleRate) / 1000;
    this.#longest = (MAX_LAG_MS * sampleRate) / 1000;
    this.#step = sampleRate / COARSE_RATE;
  }

  /**
   * Returns the lag to which the block of `length` at `ring` fades, with the sign of `wanted`.
   * Returns 0 if a fade would be audible and a better place may come within half a second.
   */
  lag(ring: RingPlace, length: number, wanted: number): number {
    // A removal must not exceed `wanted`, but an insertion may. Less than one period cannot be
    // removed without an audible effect, so the lag is then 0.
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

/** A block of samples with the sound around it. */
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
  /** The distance between two compared samples. */
  stride: number;
  sign: number;
}

/**
 * Fades the block in `out`, which is the sound at `ring`, into the sound that is `lag` samples
 * later.
 */
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
    // The loop ends early, because for most lags the sum exceeds the smallest difference long
    // before the end of the block.
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
