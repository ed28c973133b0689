/** The parameters in which the lower band of ITU-T G.722 differs from the higher one. */
export interface BandShape {
  /** The levels of the inverse quantiser that drives the adaptation (blocks 2L and 2H). */
  levels: readonly number[];
  /**
   * The steps of the logarithmic scale factor. Like `levels`, the list is indexed by the code of a
   * sample.
   */
  steps: readonly number[];
  maxScale: number;
  scaleShift: number;
  firstDelta: number;
}

/** 2 to the power of i/32, in units of 1/2048 (blocks 3L and 3H). */
const antilogarithms = Array.from({ length: 32 }, (_, i) => Math.floor(2048 * 2 ** (i / 32) + 0.5));

const POLES = 2;
const ZEROS = 6;

/**
 * One band of G.722: the step of the adaptive quantiser and the predictor of two poles and six
 * zeros. Encoder and decoder derive the same state from the codes. The comments of methods name the
 * blocks of the standard.
 */
export class G722Band {
  readonly #shape: BandShape;
  readonly #poles = new Int32Array(POLES + 1);
  readonly #zeros = new Int32Array(ZEROS + 1);
  readonly #differences = new Int32Array(ZEROS + 1);
  readonly #reconstructed = new Int32Array(POLES + 1);
  readonly #partial = new Int32Array(POLES + 1);
  #scale = 0;
  #delta: number;
  #predicted = 0;
  #fromZeros = 0;

  constructor(shape: BandShape) {
    this.#shape = shape;
    this.#delta = shape.firstDelta;
  }

  get delta(): number {
    return this.#delta;
  }

  get predicted(): number {
    return this.#predicted;
  }

  /** Returns the sample for a level of the quantiser, limited to 15 bits. */
  sampleOf(level: number): number {
    const sample = this.#predicted + ((this.#delta * level) >> 15);
    return Math.max(-16_384, Math.min(16_383, sample));
  }

  /** Updates the state with the code of a sample and predicts the next sample. */
  adapt(code: number): void {
    const difference = (this.#delta * (this.#shape.levels[code] ?? 0)) >> 15;
    this.#rescale(this.#shape.steps[code] ?? 0);
    this.#differences[0] = difference;
    this.#reconstructed[0] = saturate(this.#predicted + difference);
    this.#partial[0] = saturate(this.#fromZeros + difference);
    this.#movePoles();
    this.#moveZeros(difference);
    this.#delay();
    this.#predict();
  }

  /** Implements LOGSCL and SCALEL, or LOGSCH and SCALEH for the higher band. */
  #rescale(step: number): void {
    const { maxScale, scaleShift } = this.#shape;
    const scale = ((this.#scale * 127) >> 7) + step;
    this.#scale = Math.max(0, Math.min(maxScale, scale));
    const mantissa = antilogarithms[(this.#scale >> 6) & 31] ?? 0;
    const shift = scaleShift - (this.#scale >> 11);
    this.#delta = (shift < 0 ? mantissa << -shift : mantissa >> shift) << 2;
  }

  /** Implements UPPOL2 and UPPOL1. */
  #movePoles(): void {
    const [now = 0, before = 0, earlier = 0] = this.#partial;
    const [, first = 0, second = 0] = this.#poles;
    const turned = saturate(first << 2);
    const towards = isSameSign(now, before) ? Math.min(32_767, -turned) : turned;
    const wanted =
      (isSameSign(now, earlier) ? 128 : -128) + (towards >> 7) + ((second * 32_512) >> 15);
    const nextSecond = Math.max(-12_288, Math.min(12_288, wanted));
    const limit = saturate(15_360 - nextSecond);
    const nextFirst = saturate((isSameSign(now, before) ? 192 : -192) + ((first * 32_640) >> 15));
    this.#poles[2] = nextSecond;
    this.#poles[1] = Math.max(-limit, Math.min(limit, nextFirst));
  }

  /** Implements UPZERO. */
  #moveZeros(difference: number): void {
    const step = difference === 0 ? 0 : 128;
    for (let i = 1; i <= ZEROS; i += 1) {
      const towards = isSameSign(difference, this.#differences[i] ?? 0) ? step : -step;
      this.#zeros[i] = saturate(towards + (((this.#zeros[i] ?? 0) * 32_640) >> 15));
    }
  }

  /** Implements DELAYA. */
  #delay(): void {
    this.#differences.copyWithin(1, 0);
    this.#reconstructed.copyWithin(1, 0);
    this.#partial.copyWithin(1, 0);
  }

  /** Implements FILTEP, FILTEZ and PREDIC. */
  #predict(): void {
    const fromPoles = saturate(
      weightedSum(this.#poles, this.#reconstructed, 1) +
        weightedSum(this.#poles, this.#reconstructed, 2),
    );
    let fromZeros = 0;
    for (let i = ZEROS; i > 0; i -= 1) {
      fromZeros += weightedSum(this.#zeros, this.#differences, i);
    }
    this.#fromZeros = saturate(fromZeros);
    this.#predicted = saturate(fromPoles + this.#fromZeros);
  }
}

function weightedSum(weights: Int32Array, values: Int32Array, i: number): number {
  return ((weights[i] ?? 0) * saturate(2 * (values[i] ?? 0))) >> 15;
}

function isSameSign(a: number, b: number): boolean {
  return a < 0 === b < 0;
}

export function saturate(value: number): number {
  return value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value;
}
