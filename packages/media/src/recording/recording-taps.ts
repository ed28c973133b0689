import type { MediaLeg } from "../mixing/media-leg.ts";
import type { Room } from "../mixing/room.ts";
import type {
  LegId,
  MediaEvent,
  RecordingId,
  RecordingPlan,
  RecordingPort,
  RoomId,
} from "../port/media-port.ts";
import { RecordingTap, type RecordingSink } from "./recording-tap.ts";

const MAX_RECORDINGS = 500;
/** Speech has no more; a recording keeps the rate with which it began, up to this. */
const HIGHEST_RATE = 16_000;
/** Of a room in which nobody is yet. */
const LOWEST_RATE = 8000;

export interface RecordingTapsOptions {
  sink: RecordingSink;
  legs: ReadonlyMap<LegId, MediaLeg>;
  rooms: ReadonlyMap<RoomId, Room>;
  emit: (event: MediaEvent) => void;
}

interface Running {
  plan: RecordingPlan;
  tap: RecordingTap;
  /** The last tick that is in it. */
  tick: number | null;
}

/** A phase of a tick; ticks that were lost count too. */
export interface TickPhase {
  tick: number;
  phase: number;
}

/** All recordings that are being made. A leg's ends with the leg, a room's when it is told to. */
export class RecordingTaps implements RecordingPort {
  readonly #options: RecordingTapsOptions;
  readonly #running = new Map<RecordingId, Running>();

  constructor(options: RecordingTapsOptions) {
    this.#options = options;
  }

  start(id: RecordingId, plan: RecordingPlan): void {
    const { source, path, trimsSilence, quietAfterMs } = plan;
    const isThere = source.type === "room" || this.#options.legs.has(source.leg);
    const isTaken = this.#running.has(id) || this.#running.size >= MAX_RECORDINGS;
    if (!isThere || isTaken) {
      return this.#refuse(id);
    }
    const { sink, emit } = this.#options;
    // All of a room is one channel.
    const channels = source.type === "room" ? 1 : plan.channels;
    const format = { sampleRate: this.#sampleRateFor(source), channels };
    function onQuiet() {
      return emit({ type: "recording.quiet", recording: id });
    }
    const tap = new RecordingTap({ id, format, sink, quietAfterMs, onQuiet });
    this.#running.set(id, { plan, tap, tick: null });
    sink.open(id, { path, trimsSilence, ...format });
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
      if (plan.source.type === "leg" && plan.source.leg === leg) {
        this.stop(id);
      }
    }
  }

  /** The writer is done with these samples. */
  taken(id: RecordingId, samples: Int16Array): void {
    this.#running.get(id)?.tap.taken(samples);
  }

  /** The writer could not go on; it tells why itself. */
  failed(id: RecordingId): void {
    this.#running.delete(id);
  }

  close(): void {
    for (const id of this.#running.keys()) {
      this.stop(id);
    }
  }

  /** The legs of which it is taken down what they say. */
  addLegs(legs: Set<LegId>): void {
    for (const { plan } of this.#running.values()) {
      if (plan.source.type === "leg" && plan.track !== "outbound") {
        legs.add(plan.source.leg);
      }
    }
  }

  /**
   * Last part of a phase, when all of it have been heard and mixed: one block of each tick, and
   * silence of those that passed without.
   */
  tick({ tick, phase }: TickPhase): void {
    for (const [id, running] of this.#running) {
      const { tap, plan } = running;
      if (running.tick === tick || this.#phaseOf(plan.source) !== phase) {
        continue;
      }
      tap.skip(tick - (running.tick ?? tick - 1) - 1);
      running.tick = tick;
      if (plan.source.type === "leg") {
        this.#tapLeg(plan, tap, plan.source.leg);
      } else {
        this.#tapRoom(tap, plan.source.room);
      }
      tap.advance();
      if (tap.isClosed) {
        this.#running.delete(id);
      }
    }
  }

  /** Of a room in which nobody is, the first one. */
  #phaseOf(source: RecordingPlan["source"]): number {
    const { legs, rooms } = this.#options;
    const recorded = source.type === "leg" ? legs.get(source.leg) : rooms.get(source.room);
    return recorded?.phase ?? 0;
  }

  #tapLeg({ track }: RecordingPlan, tap: RecordingTap, id: LegId): void {
    const leg = this.#options.legs.get(id);
    if (leg === undefined) {
      return;
    }
    if (track !== "outbound") {
      tap.add(0, leg.incomingBlock, leg.sampleRate);
    }
    if (track !== "inbound") {
      tap.add(1, leg.outgoingBlock, leg.sampleRate);
    }
  }

  #tapRoom(tap: RecordingTap, id: RoomId): void {
    const sum = this.#options.rooms.get(id)?.sumAt(tap.sampleRate);
    if (sum !== undefined && sum.sources > 0) {
      tap.add(0, sum.samples, tap.sampleRate);
    }
  }

  #sampleRateFor(source: RecordingPlan["source"]): number {
    const { legs, rooms } = this.#options;
    const recorded = source.type === "leg" ? legs.get(source.leg) : rooms.get(source.room);
    return Math.min(recorded?.sampleRate ?? LOWEST_RATE, HIGHEST_RATE);
  }

  #refuse(id: RecordingId): void {
    const end = { reason: "failed", code: "nothing_to_record" } as const;
    this.#options.emit({ type: "recording.ended", recording: id, end });
  }
}
