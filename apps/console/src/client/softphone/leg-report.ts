import type { QualityReport } from "@linedesk/contract";
import { qualityWord } from "./quality-word.ts";

export interface LegSample {
  mos: number | null;
  jitter: number | null;
  rtt: number | null;
  packetsLostFraction: number | null;
}

export interface LegQuality {
  samples: LegSample[];
  report: QualityReport;
}

interface LegFacts {
  callSid: string | null;
  edge: string | null;
  isTurnRequired: boolean;
}

/** The server accepts at most this many samples in a report. */
const MAX_SAMPLES = 600;
const MAX_WARNINGS = 100;

const totalNames = [
  "bytesReceived",
  "bytesSent",
  "packetsLost",
  "packetsLostFraction",
  "packetsReceived",
  "packetsSent",
] as const;

export class LegReport {
  readonly #startedAt: number;
  /** The samples at a regular interval. The interval doubles when there are too many samples. */
  #samples: LegSample[] = [];
  #stride = 1;
  #seen = 0;
  #scored = { jitter: new Range(), mos: new Range(), rtt: new Range() };
  #totals: QualityReport["totals"] = {
    bytesReceived: 0,
    bytesSent: 0,
    packetsLost: 0,
    packetsLostFraction: 0,
    packetsReceived: 0,
    packetsSent: 0,
  };
  readonly #warnings: QualityReport["warnings"] = [];

  constructor(startedAt: number) {
    this.#startedAt = startedAt;
  }

  addSample(sample: unknown): void {
    const [mos, jitter, rtt] = [
      readNumber(sample, "mos"),
      readNumber(sample, "jitter"),
      readNumber(sample, "rtt"),
    ];
    // The SDK's preflight report counts in the same way: from the first second that has a score.
    if ((mos !== null && mos > 0) || this.#scored.mos.count > 0) {
      this.#scored.jitter.add(jitter);
      this.#scored.mos.add(mos);
      this.#scored.rtt.add(rtt);
    }
    const totals: unknown = readField(sample, "totals");
    for (const name of totalNames) {
      this.#totals[name] = readNumber(totals, name) ?? this.#totals[name];
    }
    this.#addToSamples({
      mos,
      jitter,
      rtt,
      packetsLostFraction: readNumber(sample, "packetsLostFraction"),
    });
  }

  addWarning(name: string, description: string): void {
    if (this.#warnings.length < MAX_WARNINGS) {
      this.#warnings.push({ name, description });
    }
  }

  finish(endedAt: number, facts: LegFacts): LegQuality {
    const { jitter, mos, rtt } = this.#scored;
    const stats =
      mos.count === 0 ? null : { jitter: jitter.summary(), mos: mos.summary(), rtt: rtt.summary() };
    return {
      samples: this.#samples,
      report: {
        ...facts,
        stats,
        testTiming: {
          start: this.#startedAt,
          end: endedAt,
          duration: Math.max(0, endedAt - this.#startedAt),
        },
        totals: this.#totals,
        warnings: this.#warnings,
        callQuality: stats === null ? null : qualityWord(stats.mos.average),
      },
    };
  }

  #addToSamples(sample: LegSample): void {
    this.#seen += 1;
    if (this.#samples.length === MAX_SAMPLES) {
      this.#samples = this.#samples.filter((_one, index) => index % 2 === 1);
      this.#stride *= 2;
    }
    if (this.#seen % this.#stride === 0) {
      this.#samples.push(sample);
    }
  }
}

class Range {
  count = 0;
  #sum = 0;
  #max = 0;
  #min = Number.POSITIVE_INFINITY;

  add(value: number | null): void {
    if (value === null) {
      return;
    }
    this.count += 1;
    this.#sum += value;
    this.#max = Math.max(this.#max, value);
    this.#min = Math.min(this.#min, value);
  }

  summary(): { average: number; max: number; min: number } {
    return this.count === 0
      ? { average: 0, max: 0, min: 0 }
      : {
          average: Number((this.#sum / this.count).toPrecision(5)),
          max: this.#max,
          min: this.#min,
        };
  }
}

function readField(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

function readNumber(value: unknown, key: string): number | null {
  const number = readField(value, key);
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}
