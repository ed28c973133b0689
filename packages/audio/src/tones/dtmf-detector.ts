import { dtmfFrequenciesHz } from "./tones.ts";

const lowHz = [697, 770, 852, 941] as const;
const highHz = [1209, 1336, 1477, 1633] as const;
/** A tone of 40 ms fills at least two such blocks completely, at any offset. */
const BLOCK_MS = 12.75;
/** The minimum power of one tone, as amplitude squared: about -33 dBm0. */
const MIN_POWER = 500 ** 2;
/**
 * The low tone may be 8 dB louder than the high tone, and the high tone 4 dB louder than the low
 * tone.
 */
const MAX_TWIST = 10 ** 0.8;
const MAX_REVERSE_TWIST = 10 ** 0.4;
/** Every other tone of the same group must be 8 dB weaker, because a voice contains all tones. */
const MIN_LEAD = 10 ** 0.8;
/**
 * The minimum share of the two tones in all energy. A tone that is off by 1.5 % still reaches it.
 */
const MIN_SHARE = 0.75;
/**
 * The minimum share while a digit lasts: a block that a lost packet half destroys still belongs to
 * the digit.
 */
const MIN_HELD_SHARE = 0.5;
/**
 * The maximum change of a tone between two blocks: 2 dB. A digit has a constant level. A vowel that
 * passes through a pair of tones does not.
 */
const MAX_CHANGE = 10 ** 0.2;
const ON_BLOCKS = 2;
/**
 * A digit ends after this many blocks without it, as in a pause of 40 ms. A shorter hole, for
 * example from a lost packet, does not repeat the digit.
 */
const OFF_BLOCKS = 3;

/**
 * Detects DTMF digits in sound, and reports each digit once, at its beginning. The limits are from
 * ITU-T Q.24: 40 ms of tone, 40 ms of pause, bounded twist and level, frequencies within 1.5 %. It
 * rejects speech and music.
 */
export class DtmfDetector {
  readonly #block: Float64Array;
  readonly #lowCoefficients: Float64Array;
  readonly #highCoefficients: Float64Array;
  readonly #lowPowers = new Float64Array(lowHz.length);
  readonly #highPowers = new Float64Array(highHz.length);
  /** The digit of the previous block, an empty text without one, and the strength of its tones. */
  readonly #last = { digit: "", low: 0, high: 0 };
  #filled = 0;
  #energy = 0;
  #hits = 0;
  #misses = 0;
  #digit = "";

  constructor(sampleRate: number) {
    function coefficient(hz: number): number {
      return 2 * Math.cos((2 * Math.PI * hz) / sampleRate);
    }
    this.#block = new Float64Array(Math.round((sampleRate * BLOCK_MS) / 1000));
    this.#lowCoefficients = Float64Array.from(lowHz, coefficient);
    this.#highCoefficients = Float64Array.from(highHz, coefficient);
  }

  /**
   * Processes samples. Returns the digit that was detected within them; in most cases an empty
   * text.
   */
  feed(samples: Int16Array, length: number = samples.length): string {
    let found = "";
    for (let i = 0; i < length; i += 1) {
      const sample = samples[i] ?? 0;
      this.#block[this.#filled] = sample;
      this.#energy += sample * sample;
      this.#filled += 1;
      if (this.#filled < this.#block.length) {
        continue;
      }
      found += this.#update(this.#detectBlock());
      this.#filled = 0;
      this.#energy = 0;
    }
    return found;
  }

  reset(): void {
    this.#filled = this.#energy = this.#hits = this.#misses = 0;
    this.#last.digit = this.#digit = "";
  }

  /** Returns true if this block contains a digit, which `#last` then stores. */
  #detectBlock(): boolean {
    const length = this.#block.length;
    // The mean square. Most blocks of a call are too quiet for two tones and end here.
    const mean = this.#energy / length;
    if (mean < MIN_POWER) {
      return this.#miss();
    }
    measure(this.#block, this.#lowCoefficients, this.#lowPowers);
    const lowAt = strongest(this.#lowPowers);
    const low = this.#lowPowers[lowAt] ?? 0;
    // Most blocks of speech have no low tone and end here, before the high tones are measured.
    const mostPair = low * (1 + MAX_REVERSE_TWIST);
    const mayBePair = low >= MIN_POWER && mostPair / 2 >= MIN_HELD_SHARE * mean;
    if (!mayBePair || !isDominant(this.#lowPowers, lowAt)) {
      return this.#miss();
    }
    measure(this.#block, this.#highCoefficients, this.#highPowers);
    const highAt = strongest(this.#highPowers);
    const high = this.#highPowers[highAt] ?? 0;
    const digit = digits[lowAt * 4 + highAt] ?? "";
    const share = digit === this.#digit ? MIN_HELD_SHARE : MIN_SHARE;
    const isPair =
      high >= MIN_POWER &&
      low <= high * MAX_TWIST &&
      high <= low * MAX_REVERSE_TWIST &&
      isDominant(this.#highPowers, highAt) &&
      (low + high) / 2 >= share * mean;
    return isPair ? this.#hit(digit, low, high) : this.#miss();
  }

  #hit(digit: string, low: number, high: number): boolean {
    const last = this.#last;
    const isSame = digit === last.digit && isEven(low, last.low) && isEven(high, last.high);
    this.#hits = isSame ? this.#hits + 1 : 1;
    last.digit = digit;
    last.low = low;
    last.high = high;
    return true;
  }

  #miss(): boolean {
    this.#hits = 0;
    this.#last.digit = "";
    return false;
  }

  #update(isDigit: boolean): string {
    const isHeld = isDigit && this.#last.digit === this.#digit;
    this.#misses = isHeld ? 0 : this.#misses + 1;
    if (this.#misses >= OFF_BLOCKS) {
      this.#digit = "";
    }
    const isNew = this.#hits >= ON_BLOCKS && this.#last.digit !== this.#digit;
    if (!isNew) {
      return "";
    }
    this.#misses = 0;
    this.#digit = this.#last.digit;
    return this.#digit;
  }
}

const digits = lowHz.flatMap((low) => highHz.map((high) => readDigit(low, high)));

function readDigit(low: number, high: number): string {
  const found = Object.entries(dtmfFrequenciesHz).find(
    ([, pair]) => pair[0] === low && pair[1] === high,
  );
  return found?.[0] ?? "";
}

/** Measures the power of each frequency as amplitude squared, by Goertzel's algorithm. */
function measure(block: Float64Array, coefficients: Float64Array, powers: Float64Array): void {
  for (let at = 0; at < coefficients.length; at += 1) {
    const coefficient = coefficients[at] ?? 0;
    let previous = 0;
    let before = 0;
    for (let i = 0; i < block.length; i += 1) {
      const current = (block[i] ?? 0) + coefficient * previous - before;
      before = previous;
      previous = current;
    }
    const power = previous * previous + before * before - coefficient * previous * before;
    powers[at] = (4 * power) / (block.length * block.length);
  }
}

function strongest(powers: Float64Array): number {
  let best = 0;
  for (let i = 1; i < powers.length; i += 1) {
    if ((powers[i] ?? 0) > (powers[best] ?? 0)) {
      best = i;
    }
  }
  return best;
}

function isDominant(powers: Float64Array, best: number): boolean {
  for (let i = 0; i < powers.length; i += 1) {
    if (i !== best && (powers[i] ?? 0) * MIN_LEAD > (powers[best] ?? 0)) {
      return false;
    }
  }
  return true;
}

function isEven(one: number, other: number): boolean {
  return one <= other * MAX_CHANGE && other <= one * MAX_CHANGE;
}
