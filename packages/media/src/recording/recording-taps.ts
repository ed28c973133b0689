import type { MediaLeg } from "../mixing/media-leg.ts";
import type {
  LegId,
  MediaEvent,
  RecordingId,
  RecordingPlan,
  RecordingPort,
} from "../port/media-port.ts";
import { RecordingTap, type RecordingSink } from "./recording-tap.ts";

const MAX_RECORDINGS = 500;
/**
 * Speech needs no higher rate. A recording keeps the rate with which it began, up to this limit.
 */
const HIGHEST_RATE = 16_000;
export interface RecordingTapsOptions {
  sink: RecordingSink;
  legs: ReadonlyMap<LegId, MediaLeg>;
  emit: (event: MediaEvent) => void;
}

interface Running {
  plan: RecordingPlan;
  tap: RecordingTap;
  /** The last tick that the recording contains. */
  tick: number | null;
}

/** A phase of a tick. `tick` also counts lost ticks. */
export interface TickPhase {
  tick: number;
  phase: number;
}

export class RecordingTaps implements RecordingPort {
  readonly #options: RecordingTapsOptions;
  readonly #running = new Map<RecordingId, Running>();

  constructor(options: RecordingTapsOptions) {
    this.#options = options;
  }

  start(id: RecordingId, plan: RecordingPlan): void {
    const { path, quietAfterMs } = plan;
    const leg = this.#options.legs.get(plan.leg);
    const isTaken = this.#running.has(id) || this.#running.size >= MAX_RECORDINGS;
    if (leg === undefined || isTaken) {
      return this.#refuse(id);
    }
    const { sink, emit } = this.#options;
    const sampleRate = Math.min(leg.sampleRate, HIGHEST_RATE);
    function onQuiet() {
      return emit({ type: "recording.quiet", recording: id });
    }
    const tap = new RecordingTap({ id, sampleRate, sink, quietAfterMs, onQuiet });
    this.#running.set(id, { plan, tap, tick: null });
    sink.open(id, { path, sampleRate });
  }

  pause(id: RecordingId, how: "skip" | "silence"): void {
    this.#running.get(id)?.tap.pause(how);
  }

  resume(id: RecordingId): void {
    this.#running.get(id)?.tap.resume();
  }

  stop(id: RecordingId): void {
    this.#running.get(id)?.tap.close();
    this.#running.delete(id);
  }

  legClosed(leg: LegId): void {
    for (const [id, { plan }] of this.#running) {
      if (plan.leg === leg) {
        this.stop(id);
      }
    }
  }

  taken(id: RecordingId, samples: Int16Array): void {
    this.#running.get(id)?.tap.taken(samples);
  }

  /** The writer failed; it reports the reason itself. */
  failed(id: RecordingId): void {
    this.#running.delete(id);
  }

  close(): void {
    for (const id of this.#running.keys()) {
      this.stop(id);
    }
  }

  addLegs(legs: Set<LegId>): void {
    for (const { plan } of this.#running.values()) {
      legs.add(plan.leg);
    }
  }

  /**
   * Ends a phase, after all its legs are decoded and mixed. It records one block of each tick, and
   * silence for lost ticks.
   */
  tick({ tick, phase }: TickPhase): void {
    for (const [id, running] of this.#running) {
      const { tap, plan } = running;
      const leg = this.#options.legs.get(plan.leg);
      if (running.tick === tick || leg === undefined || leg.phase !== phase) {
        continue;
      }
      tap.skip(tick - (running.tick ?? tick - 1) - 1);
      running.tick = tick;
      tap.add(0, leg.incomingBlock, leg.sampleRate);
      if (plan.track === "both") {
        tap.add(1, leg.outgoingBlock, leg.sampleRate);
      }
      tap.advance();
      if (tap.isClosed) {
        this.#running.delete(id);
      }
    }
  }

  #refuse(id: RecordingId): void {
    const end = { reason: "failed", code: "nothing_to_record" } as const;
    this.#options.emit({ type: "recording.ended", recording: id, end });
  }
}
