import { G722Band, saturate, type BandShape } from "./g722-band.ts";

/**
 * ITU-T G.722 at 64 kbit/s: 16 kHz in two bands of 8 kHz, one byte for two samples. Its RTP clock
 * rate is 8000 for historical reasons (RFC 3551 section 4.5.2), so bytes and timestamps agree.
 */

/** The quadrature mirror filter splits the sound into the bands and joins them. */
const mirror = [3, -11, 12, 32, -210, 951, 3876, -805, 362, -156, 53, -11] as const;
const HISTORY = 24;

const lowSteps = [0, 7, 6, 5, 4, 3, 2, 1, 7, 6, 5, 4, 3, 2, 1, 0].map(
  (i) => [-60, -30, 58, 172, 334, 538, 1198, 3042][i] ?? 0,
);
const lowLevels = [20_456, 12_896, 8968, 6288, 4240, 2584, 1200];

const lowShape: BandShape = {
  levels: [0, ...lowLevels.map((level) => -level), ...lowLevels, 0],
  steps: lowSteps,
  maxScale: 18_432,
  scaleShift: 8,
  firstDelta: 32,
};

const highShape: BandShape = {
  levels: [-7408, -1616, 7408, 1616],
  steps: [798, -214, 798, -214],
  maxScale: 22_528,
  scaleShift: 10,
  firstDelta: 8,
};

/** The levels of the lower band's 6-bit quantiser, with the coarse end first. */
const fineLevels = [
  24_808, 21_904, 19_008, 16_704, 14_984, 13_512, 12_280, 11_192, 10_232, 9360, 8576, 7856, 7192,
  6576, 6000, 5456, 4944, 4464, 4008, 3576, 3168, 2776, 2400, 2032, 1688, 1360, 1040, 728,
];

const lowFineLevels = [
  -136,
  -136,
  -136,
  -136,
  ...fineLevels.map((level) => -level),
  ...fineLevels,
  432,
  136,
  -432,
  -136,
];

/** The ends of the quantiser's intervals, in steps of 1/8. */
const decisions = [
  0, 35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714, 786, 858, 940, 1023,
  1121, 1219, 1339, 1458, 1612, 1765, 1980, 2195, 2557, 2919,
];
const HIGH_DECISION = 564;

/** Encodes samples at 16 kHz, two to a byte. */
export class G722Encoder {
  readonly #low = new G722Band(lowShape);
  readonly #high = new G722Band(highShape);
  readonly #history = new Int32Array(HISTORY);

  /** Encodes the first `length` samples into `out` at `to`. Returns the number of bytes. */
  encode(samples: Int16Array, length: number, out: Uint8Array, to: number): number {
    for (let i = 0; i < length; i += 2) {
      out[to + i / 2] = this.#encodePair(samples[i] ?? 0, samples[i + 1] ?? 0);
    }
    return length / 2;
  }

  #encodePair(first: number, second: number): number {
    const x = this.#history;
    x.copyWithin(0, 2);
    x[22] = first;
    x[23] = second;
    const { odd, even } = filtered(x);
    const low = quantiseLow((even + odd) >> 14, this.#low);
    const high = quantiseHigh((even - odd) >> 14, this.#high);
    this.#low.adapt(low >> 2);
    this.#high.adapt(high);
    return (high << 6) | low;
  }
}

/** Decodes bytes to samples at 16 kHz, two for each byte. */
export class G722Decoder {
  readonly #low = new G722Band(lowShape);
  readonly #high = new G722Band(highShape);
  readonly #history = new Int32Array(HISTORY);

  /** Decodes `length` bytes from `from` into `out`. Returns the number of samples. */
  decode(bytes: Uint8Array, from: number, length: number, out: Int16Array): number {
    for (let i = 0; i < length; i += 1) {
      this.#decodePair(bytes[from + i] ?? 0, out, 2 * i);
    }
    return 2 * length;
  }

  #decodePair(byte: number, out: Int16Array, to: number): void {
    const lowCode = byte & 0x3f;
    const highCode = byte >> 6;
    const low = this.#low.sampleOf(lowFineLevels[lowCode] ?? 0);
    const high = this.#high.sampleOf(highShape.levels[highCode] ?? 0);
    this.#low.adapt(lowCode >> 2);
    this.#high.adapt(highCode);
    const x = this.#history;
    x.copyWithin(0, 2);
    x[22] = low + high;
    x[23] = low - high;
    const { odd, even } = filtered(x);
    out[to] = saturate(even >> 11);
    out[to + 1] = saturate(odd >> 11);
  }
}

const sums = { odd: 0, even: 0 };

/** This function runs 8000 times a second, so it always returns one reused object. */
function filtered(x: Int32Array): { odd: number; even: number } {
  sums.odd = 0;
  sums.even = 0;
  for (let i = 0; i < mirror.length; i += 1) {
    sums.odd += (x[2 * i] ?? 0) * (mirror[i] ?? 0);
    sums.even += (x[2 * i + 1] ?? 0) * (mirror[mirror.length - 1 - i] ?? 0);
  }
  return sums;
}

function quantiseLow(sample: number, band: G722Band): number {
  const error = saturate(sample - band.predicted);
  const size = error >= 0 ? error : -(error + 1);
  let interval = 1;
  while (interval < 30 && size >= ((decisions[interval] ?? 0) * band.delta) >> 12) {
    interval += 1;
  }
  if (error >= 0) {
    return 62 - interval;
  }
  return interval < 3 ? 64 - interval : 34 - interval;
}

function quantiseHigh(sample: number, band: G722Band): number {
  const error = saturate(sample - band.predicted);
  const size = error >= 0 ? error : -(error + 1);
  const isLarge = size >= (HIGH_DECISION * band.delta) >> 12;
  if (error >= 0) {
    return isLarge ? 2 : 3;
  }
  return isLarge ? 0 : 1;
}
