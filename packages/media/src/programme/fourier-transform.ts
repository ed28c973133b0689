/** A complex in-place FFT whose size is a fixed power of two. Its tables are computed once. */
export class FourierTransform {
  readonly size: number;
  readonly #cos: Float32Array;
  readonly #sin: Float32Array;
  readonly #reversed: Uint32Array;

  constructor(size: number) {
    const bits = Math.log2(size);
    if (!Number.isInteger(bits) || bits < 1) {
      throw new RangeError(`${size} is not a power of two`);
    }
    this.size = size;
    const half = size / 2;
    this.#cos = Float32Array.from({ length: half }, (_, k) => Math.cos((2 * Math.PI * k) / size));
    this.#sin = Float32Array.from({ length: half }, (_, k) => Math.sin((2 * Math.PI * k) / size));
    this.#reversed = Uint32Array.from({ length: size }, (_, i) => reverseBits(i, bits));
  }

  forward(re: Float32Array, im: Float32Array): void {
    this.#permute(re, im);
    for (let span = 2; span <= this.size; span *= 2) {
      this.#combine(re, im, span);
    }
  }

  /** The result is not divided by the size, because callers only compare values. */
  inverse(re: Float32Array, im: Float32Array): void {
    this.forward(im, re);
  }

  #permute(re: Float32Array, im: Float32Array): void {
    const reversed = this.#reversed;
    for (let i = 0; i < this.size; i += 1) {
      const j = reversed[i] ?? 0;
      if (j > i) {
        swap(re, i, j);
        swap(im, i, j);
      }
    }
  }

  #combine(re: Float32Array, im: Float32Array, span: number): void {
    const { size } = this;
    const cos = this.#cos;
    const sin = this.#sin;
    const half = span / 2;
    const step = size / span;
    for (let from = 0; from < size; from += span) {
      for (let k = 0; k < half; k += 1) {
        const c = cos[k * step] ?? 0;
        const s = sin[k * step] ?? 0;
        const a = from + k;
        const b = a + half;
        const bRe = re[b] ?? 0;
        const bIm = im[b] ?? 0;
        const tRe = bRe * c + bIm * s;
        const tIm = bIm * c - bRe * s;
        const aRe = re[a] ?? 0;
        const aIm = im[a] ?? 0;
        re[b] = aRe - tRe;
        im[b] = aIm - tIm;
        re[a] = aRe + tRe;
        im[a] = aIm + tIm;
      }
    }
  }
}

function swap(values: Float32Array, i: number, j: number): void {
  const held = values[i] ?? 0;
  values[i] = values[j] ?? 0;
  values[j] = held;
}

function reverseBits(value: number, bits: number): number {
  let reversed = 0;
  for (let bit = 0; bit < bits; bit += 1) {
    reversed = (reversed << 1) | ((value >> bit) & 1);
  }
  return reversed;
}
