/**
 * A block contains no whole number of periods of this tone, so that a missing block is detected.
 */
export const GLITCH_TONE_HZ = 433;

const STRETCH_S = 0.01;
/**
 * A section below this share of the usual level has a hole. A hole of 1 ms lowers the level of its
 * section by a tenth.
 */
const LEAST_LEVEL = 0.93;
const MOST_LEVEL = 1.07;
/** The largest regular jump of the phase, a ninth of a millisecond: clock drift is far smaller. */
const MOST_TURN_RAD = 0.3;
/** The part of each change that the usual level follows, for slow changes of codec or gain. */
const LEVEL_SHARE = 0.05;

interface Stretch {
  level: number;
  phase: number;
}

/**
 * Counts the glitches of a received tone: holes, jumps and clicks of a millisecond and more, from
 * any cause. Adjacent ones count as one.
 */
export class GlitchCount {
  readonly #frames: number;
  readonly #stepRad: number;
  readonly #waiting: number[] = [];
  #at = 0;
  #usualLevel: number | null = null;
  #before: Stretch | null = null;
  #wasBad = false;
  #count = 0;
  readonly #onGlitch: (atMs: number) => void;

  /** `onGlitch` receives the position in the sound at which a glitch began. */
  constructor(sampleRate: number, onGlitch: (atMs: number) => void = () => undefined) {
    this.#onGlitch = onGlitch;
    this.#frames = Math.round(sampleRate * STRETCH_S);
    this.#stepRad = (2 * Math.PI * GLITCH_TONE_HZ) / sampleRate;
  }

  get count(): number {
    return this.#count;
  }

  push(samples: Iterable<number>): void {
    for (const sample of samples) {
      this.#waiting.push(sample);
      if (this.#waiting.length === this.#frames) {
        this.#judge(fitTone(this.#waiting, this.#at, this.#stepRad));
        this.#at += this.#frames;
        this.#waiting.length = 0;
      }
    }
  }

  /** Resets the counts; the tone must be present from now on. */
  forget(): void {
    this.#count = 0;
    this.#wasBad = false;
  }

  #judge(stretch: Stretch): void {
    const usual = this.#usualLevel ?? stretch.level;
    const share = usual === 0 ? 1 : stretch.level / usual;
    const turn = this.#before === null ? 0 : turnBetween(this.#before.phase, stretch.phase);
    const isBad = share < LEAST_LEVEL || share > MOST_LEVEL || turn > MOST_TURN_RAD;
    if (isBad && !this.#wasBad) {
      this.#count += 1;
      this.#onGlitch((this.#at / this.#frames) * STRETCH_S * 1000);
    }
    this.#wasBad = isBad;
    this.#before = stretch;
    this.#usualLevel = usual + LEVEL_SHARE * (stretch.level - usual);
  }
}

/** Fits level and phase of the tone to a section, by least squares. */
function fitTone(samples: readonly number[], from: number, stepRad: number): Stretch {
  let [cosCos, sinSin, cosSin, bySin, byCos] = [0, 0, 0, 0, 0];
  for (const [i, sample] of samples.entries()) {
    const angle = stepRad * (from + i);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    cosCos += cos * cos;
    sinSin += sin * sin;
    cosSin += cos * sin;
    byCos += sample * cos;
    bySin += sample * sin;
  }
  const determinant = cosCos * sinSin - cosSin * cosSin;
  const inCos = (byCos * sinSin - bySin * cosSin) / determinant;
  const inSin = (bySin * cosCos - byCos * cosSin) / determinant;
  return { level: Math.hypot(inCos, inSin), phase: Math.atan2(inCos, inSin) };
}

function turnBetween(before: number, after: number): number {
  const turn = Math.abs(after - before) % (2 * Math.PI);
  return Math.min(turn, 2 * Math.PI - turn);
}
