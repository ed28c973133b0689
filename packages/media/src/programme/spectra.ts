import { FourierTransform } from "./fourier-transform.ts";
import { WHITE_HOP, Whitener } from "./whitener.ts";

/** The number of samples of one comparison: a whole number of hops, about a second. */
export const BLOCK = 4096;
export const SPECTRUM = 2 * BLOCK;
export const transform = new FourierTransform(SPECTRUM);

export interface Spectrum {
  re: Float32Array;
  im: Float32Array;
}

/** The layout of a side of the comparison before its transform. */
type Layout = "block and silence" | "block before and block";

/**
 * A sound as spectra of whitened blocks, newest first. For the caller, silence follows each block;
 * for the programme, each block follows the previous one. The product of both spectra therefore
 * contains every lag of a block once.
 */
export class Spectra {
  readonly #layout: Layout;
  readonly #stored: number;
  readonly #whitener = new Whitener();
  readonly #samples = new Float32Array(SPECTRUM);
  readonly #spectra: Spectrum[] = [];
  #filled = 0;
  count = 0;

  constructor(layout: Layout, stored: number) {
    this.#layout = layout;
    this.#stored = stored;
  }

  /** Returns true when a block is complete. */
  feed(samples: ArrayLike<number>): boolean {
    const before = this.count;
    this.#whitener.feed(samples, (hop) => {
      this.#samples.set(hop, BLOCK + this.#filled);
      this.#filled += WHITE_HOP;
      if (this.#filled === BLOCK) {
        this.#filled = 0;
        this.#close();
      }
    });
    return this.count > before;
  }

  /** Aligns the ends of blocks with those of the other sound, which began earlier. */
  alignTo(other: Spectra): void {
    this.#filled = other.#filled;
    this.#whitener.alignTo(other.#whitener);
  }

  /** Returns the spectrum from `blocks` blocks ago; `null` if it is not stored. */
  ago(blocks: number): Spectrum | null {
    return this.#spectra[blocks] ?? null;
  }

  #close(): void {
    const spectrum =
      this.#spectra.length > this.#stored
        ? this.#spectra.pop()
        : { re: new Float32Array(SPECTRUM), im: new Float32Array(SPECTRUM) };
    if (spectrum === undefined) {
      return;
    }
    const { re, im } = spectrum;
    im.fill(0);
    if (this.#layout === "block and silence") {
      re.fill(0);
      re.set(this.#samples.subarray(BLOCK));
    } else {
      re.set(this.#samples);
    }
    transform.forward(re, im);
    this.#samples.copyWithin(0, BLOCK);
    this.#spectra.unshift(spectrum);
    this.count += 1;
  }
}
