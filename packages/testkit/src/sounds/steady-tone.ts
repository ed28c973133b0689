const ticksPerSecond = 50;
/** The share of each second from which the phase is measured. */
const phaseShare = 0.1;
const quietest = 0.8;
const loudest = 1.25;
/**
 * The largest error of a sample against the prediction from the two samples before it, relative to
 * the amplitude.
 */
const clickShare = 0.25;

/**
 * Analyses a tone that must not stop. A gap is a tick of 20 ms whose level is below 0.8 or above
 * 1.25 of the sent level. A click is a sample that does not belong to the tone. The phase shows if
 * sound was inserted or removed.
 */
export class SteadyTone {
  readonly #toneHz: number;
  readonly #amplitude: number;
  readonly #sampleRate: number;
  readonly #turn: number;
  /** The phase of each second, in turns. */
  readonly #phases: number[] = [];
  #wave = { real: 0, imaginary: 0 };
  #energy = 0;
  #samples = 0;
  #last: [number, number] = [0, 0];
  #gaps = 0;
  #clicks = 0;

  constructor(tone: { toneHz: number; amplitude: number; sampleRate: number }) {
    this.#toneHz = tone.toneHz;
    this.#amplitude = tone.amplitude;
    this.#sampleRate = tone.sampleRate;
    this.#turn = 2 * Math.cos((2 * Math.PI * tone.toneHz) / tone.sampleRate);
  }

  get gaps(): number {
    return this.#gaps;
  }

  get clicks(): number {
    return this.#clicks;
  }

  get ticks(): number {
    return Math.floor((this.#samples * ticksPerSecond) / this.#sampleRate);
  }

  /** The change of phase from each second to the next, in turns from -0.5 to 0.5. */
  get phaseSteps(): number[] {
    return this.#phases.slice(1).map((phase, i) => {
      const moved = phase - (this.#phases[i] ?? 0);
      return moved - Math.round(moved);
    });
  }

  /**
   * The sum of the phase steps in samples: positive if samples were removed, negative if inserted.
   */
  get driftSamples(): number {
    const turns = this.phaseSteps.reduce((sum, step) => sum + step, 0);
    return (turns * this.#sampleRate) / this.#toneHz;
  }

  add(samples: Int16Array): void {
    for (const sample of samples) {
      this.#addSample(sample);
    }
  }

  #addSample(sample: number): void {
    this.#countClick(sample);
    this.#measurePhase(sample);
    this.#energy += sample * sample;
    this.#samples += 1;
    const perTick = this.#sampleRate / ticksPerSecond;
    if (this.#samples % perTick !== 0) {
      return;
    }
    const level = Math.sqrt(this.#energy / perTick) / (this.#amplitude / Math.SQRT2);
    if (level < quietest || level > loudest) {
      this.#gaps += 1;
    }
    this.#energy = 0;
  }

  #countClick(sample: number): void {
    const [before, last] = this.#last;
    const expected = this.#turn * last - before;
    const isClick = Math.abs(sample - expected) > this.#amplitude * clickShare;
    if (this.#samples >= 2 && isClick) {
      this.#clicks += 1;
    }
    this.#last = [last, sample];
  }

  #measurePhase(sample: number): void {
    const at = this.#samples % this.#sampleRate;
    if (at >= this.#sampleRate * phaseShare) {
      return;
    }
    const angle = (2 * Math.PI * this.#toneHz * this.#samples) / this.#sampleRate;
    if (at === 0) {
      this.#wave = { real: 0, imaginary: 0 };
    }
    this.#wave.real += sample * Math.cos(angle);
    this.#wave.imaginary -= sample * Math.sin(angle);
    if (at < this.#sampleRate * phaseShare - 1) {
      return;
    }
    this.#phases.push(Math.atan2(this.#wave.imaginary, this.#wave.real) / (2 * Math.PI));
  }
}
