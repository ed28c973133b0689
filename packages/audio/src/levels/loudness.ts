/** One second-order section: its coefficients and its two state values. */
interface Section {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
  z1: number;
  z2: number;
}

/**
 * The K weighting of ITU-R BS.1770-5 at any sample rate: a shelf that models the head, then a high
 * pass. The filter keeps its state between calls, so that a stream can be weighted piece by piece.
 */
export class KWeighting {
  readonly #shelf: Section;
  readonly #highPass: Section;

  constructor(sampleRate: number) {
    this.#shelf = headShelf(sampleRate);
    this.#highPass = lowCut(sampleRate);
  }

  /** Returns the sum of the squares of the weighted samples in `from..to`. */
  energy(samples: Float32Array, from = 0, to = samples.length): number {
    let sum = 0;
    for (let i = from; i < to; i += 1) {
      const weighted = filter(this.#highPass, filter(this.#shelf, samples[i] ?? 0));
      sum += weighted * weighted;
    }
    return sum;
  }
}

/** Returns LUFS for a mean square of weighted samples of full scale 1; -Infinity for zero. */
export function toLufs(meanSquare: number): number {
  return -0.691 + 10 * Math.log10(meanSquare);
}

const STEP_MS = 100;
const STEPS_PER_BLOCK = 4;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE_LU = 10;

/**
 * Returns the integrated loudness of mono samples -1..1 by ITU-R BS.1770-5: blocks of 400 ms every
 * 100 ms, gated at -70 LUFS and 10 LU below the rest. Returns `null` if no block passes the gate. A
 * sound that is shorter than a block counts as one block.
 */
export function integratedLoudness(samples: Float32Array, sampleRate: number): number | null {
  const loud = blockEnergies(samples, sampleRate).filter(
    (energy) => toLufs(energy) > ABSOLUTE_GATE,
  );
  if (loud.length === 0) {
    return null;
  }
  const gate = toLufs(mean(loud)) - RELATIVE_GATE_LU;
  return toLufs(mean(loud.filter((energy) => toLufs(energy) > gate)));
}

function blockEnergies(samples: Float32Array, sampleRate: number): number[] {
  const weighting = new KWeighting(sampleRate);
  const step = Math.round((sampleRate * STEP_MS) / 1000);
  if (samples.length < step * STEPS_PER_BLOCK) {
    return samples.length === 0 ? [] : [weighting.energy(samples) / samples.length];
  }
  const steps = Array.from({ length: Math.floor(samples.length / step) }, (_, i) =>
    weighting.energy(samples, i * step, (i + 1) * step),
  );
  const blocks = steps.length - STEPS_PER_BLOCK + 1;
  return Array.from({ length: blocks }, (_, i) => mean(steps.slice(i, i + STEPS_PER_BLOCK)) / step);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function filter(section: Section, x: number): number {
  const y = section.b0 * x + section.z1;
  section.z1 = section.b1 * x - section.a1 * y + section.z2;
  section.z2 = section.b2 * x - section.a2 * y;
  return y;
}

// The constants are those of libebur128: the analogue prototypes from which the standard's
// coefficients for 48 kHz follow.
function headShelf(sampleRate: number): Section {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
    z1: 0,
    z2: 0,
  };
}

function lowCut(sampleRate: number): Section {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return {
    b0: 1,
    b1: -2,
    b2: 1,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
    z1: 0,
    z2: 0,
  };
}
