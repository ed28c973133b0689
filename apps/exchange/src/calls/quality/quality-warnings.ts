import type { LegStats } from "@linedesk/media";

export type QualityWarning =
  | "high-jitter"
  | "high-rtt"
  | "low-mos"
  | "high-packet-loss"
  | "clipping";

/** Why the application is told: a warning began, one ended, or it is time. */
export type QualityReason = "warning-raised" | "warning-cleared" | "interval";

const INTERVAL_MS = 10_000;
const SAMPLE_COUNT = 5;
const RAISING_COUNT = 3;

type QualitySample = Pick<
  LegStats,
  "jitterMs" | "roundTripMs" | "mos" | "lossPercent" | "clippedSamples"
>;

/** The voice SDK's thresholds and its rule: 3 bad of 5 seconds raise a warning, 5 good clear it. */
export class QualityWarnings {
  readonly #bad = new Map<QualityWarning, boolean[]>();
  readonly #raised = new Set<QualityWarning>();
  #clipped: number | null = null;
  #reportedMs: number;

  constructor(nowMs: number) {
    this.#reportedMs = nowMs;
  }

  get raised(): QualityWarning[] {
    return [...this.#raised];
  }

  /** Takes the reading of a second; null where nothing is to be told. */
  next(reading: QualitySample, nowMs: number): QualityReason | null {
    const before = new Set(this.#raised);
    for (const [name, isBad] of this.#evaluate(reading)) {
      this.#recordSample(name, isBad);
    }
    const isNew = this.raised.some((name) => !before.has(name));
    const isLess = [...before].some((name) => !this.#raised.has(name));
    const isDue = nowMs - this.#reportedMs >= INTERVAL_MS;
    if (!isNew && !isLess && !isDue) {
      return null;
    }
    this.#reportedMs = nowMs;
    if (isNew) {
      return "warning-raised";
    }
    return isLess ? "warning-cleared" : "interval";
  }

  #evaluate(reading: QualitySample): [QualityWarning, boolean][] {
    const { jitterMs, roundTripMs, mos, lossPercent, clippedSamples } = reading;
    const newlyClipped = clippedSamples - (this.#clipped ?? clippedSamples);
    this.#clipped = clippedSamples;
    // Where nothing came nothing is known: silence is no good quality.
    const received: [QualityWarning, boolean][] =
      lossPercent === null
        ? []
        : [
            ["high-jitter", jitterMs > 30],
            ["low-mos", mos !== null && mos < 3],
            ["high-packet-loss", lossPercent > 1],
          ];
    return [
      ...received,
      ["high-rtt", (roundTripMs ?? 0) > 400],
      // A peak that touches full scale now and then is nobody's trouble; 10 ms in a second is.
      ["clipping", newlyClipped > 80],
    ];
  }

  #recordSample(name: QualityWarning, isBad: boolean): void {
    const samples = [...(this.#bad.get(name) ?? []), isBad].slice(-SAMPLE_COUNT);
    this.#bad.set(name, samples);
    const count = samples.filter(Boolean).length;
    if (count >= RAISING_COUNT) {
      this.#raised.add(name);
    }
    if (count === 0 && samples.length === SAMPLE_COUNT) {
      this.#raised.delete(name);
    }
  }
}
