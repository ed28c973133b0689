import type { LegId, ListeningId, MediaEvent } from "../port/media-port.ts";
import { UtteranceDetector } from "../utterances/utterance-detector.ts";
import type { UtteranceOptions } from "../utterances/utterance-state.ts";

/** Who comes beyond them is told so; a station has fewer callers in menus. */
const MAX_DETECTORS = 500;

/** What is needed of a leg: what it says in this tick. */
interface LegAudio {
  incoming: { block: Int16Array };
  sampleRate: number;
  phase: number;
}

export interface UtteranceDetectorsOptions {
  legs: ReadonlyMap<LegId, LegAudio>;
  emit: (event: MediaEvent) => void;
}

/** All legs that somebody waits for to speak. One that closes ends its own in silence. */
export class UtteranceDetectors {
  readonly #options: UtteranceDetectorsOptions;
  readonly #detectors = new Map<ListeningId, { leg: LegId; post: UtteranceDetector }>();

  constructor(options: UtteranceDetectorsOptions) {
    this.#options = options;
  }

  listen(leg: LegId, listening: ListeningId, plan: UtteranceOptions): void {
    const { emit, legs } = this.#options;
    if (!legs.has(leg)) {
      return;
    }
    if (this.#detectors.size >= MAX_DETECTORS) {
      return emit({ type: "utterance.ended", listening, reason: "too_many" });
    }
    const post = new UtteranceDetector(plan, {
      onBegan: () => emit({ type: "utterance.began", listening }),
      onSound: (samples) => emit({ type: "utterance.audio", listening, samples }),
      onEnded: (reason) => emit({ type: "utterance.ended", listening, reason }),
    });
    this.#detectors.set(listening, { leg, post });
  }

  stop(listening: ListeningId): void {
    this.#detectors.delete(listening);
  }

  legClosed(leg: LegId): void {
    for (const [id, each] of this.#detectors) {
      if (each.leg === leg) {
        this.#detectors.delete(id);
      }
    }
  }

  close(): void {
    this.#detectors.clear();
  }

  /** Those that are listened to. */
  addLegs(legs: Set<LegId>): void {
    for (const { leg } of this.#detectors.values()) {
      legs.add(leg);
    }
  }

  /** After all of that phase have been heard. */
  tick(phase: number): void {
    for (const [id, { leg, post }] of this.#detectors) {
      const mediaLeg = this.#options.legs.get(leg);
      if (mediaLeg?.phase === phase) {
        post.process(mediaLeg.incoming.block, mediaLeg.sampleRate);
      }
      if (post.isOver) {
        this.#detectors.delete(id);
      }
    }
  }
}
