const shortestLag = 40;
const longestLag = 130;
/** So many blocks are waited for a good place; then the best one of the next block is taken. */
const maxRefusals = 25;
/** Mean difference, as a share of the mean level, up to which a sound repeats itself. */
const goodShare = 0.15;
/** Mean level of 16 bit samples below which nobody hears what is done. */
const quietLevel = 60;

/** A place in a ring of samples; the mask is its length less one. */
interface RingPlace {
  samples: Int16Array;
  mask: number;
  at: number;
}

/** Chooses how many samples to take out of a sound (or put in) so that it is not heard. */
export class TimeScale {
  #refusals = 0;

  /**
   * The lag to fade to within the block of `length` at the place, of the sign of `wanted`. 0 where it
   * would be heard now and a better place may come within half a second.
   */
  lag(ring: RingPlace, length: number, wanted: number): number {
    // Taking out less than a period has no good place: it is left alone. What is put in may be more.
    const longest = wanted > 0 ? Math.min(longestLag, wanted) : longestLag;
    if (longest < shortestLag) return 0;
    const best = bestLag(ring, length, { longest, sign: Math.sign(wanted) });
    const level = meanLevel(ring, length);
    this.#refusals += 1;
    const isGood = level < quietLevel || best.difference < level * goodShare;
    if (!isGood && this.#refusals < maxRefusals) return 0;
    this.#refusals = 0;
    return best.lag;
  }
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

function bestLag(
  ring: RingPlace,
  length: number,
  range: { longest: number; sign: number },
): { lag: number; difference: number } {
  let best = { lag: range.sign * range.longest, difference: Infinity };
  for (let size = shortestLag; size <= range.longest; size += 1) {
    const lag = range.sign * size;
    let sum = 0;
    for (let i = 0; i < length; i += 2)
      sum += Math.abs(sampleAt(ring, i) - sampleAt(ring, i + lag));
    const difference = (2 * sum) / length;
    if (difference < best.difference) best = { lag, difference };
  }
  return best;
}

function meanLevel(ring: RingPlace, length: number): number {
  let sum = 0;
  for (let i = 0; i < length; i += 1) sum += Math.abs(sampleAt(ring, i));
  return sum / length;
}

function sampleAt(ring: RingPlace, i: number): number {
  return ring.samples[(ring.at + i) & ring.mask] ?? 0;
}
