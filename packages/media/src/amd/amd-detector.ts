import { TICK_MS } from "../tick.ts";
import {
  initialAmdState,
  nextAmdState,
  type AnsweredBy,
  type AmdSettings,
  type AmdState,
} from "./amd-state.ts";
import { AnswerClassifier } from "./answer-classifier.ts";

/** Listens to one leg until it is known who answered. */
export class AmdDetector {
  readonly #plan: AmdSettings;
  readonly #classifier = new AnswerClassifier();
  #state: AmdState = initialAmdState;

  constructor(plan: AmdSettings) {
    this.#plan = plan;
  }

  /** Takes what was said in this tick; the verdict, once there is one. */
  process(
    block: Int16Array,
    sampleRate: number,
  ): { answeredBy: AnsweredBy; afterMs: number } | null {
    const sound = this.#classifier.classify(block, sampleRate);
    this.#state = nextAmdState(this.#state, sound, { plan: this.#plan, stepMs: TICK_MS });
    if (this.#state.status !== "decided") {
      return null;
    }
    return { answeredBy: this.#state.answeredBy, afterMs: this.#state.atMs };
  }
}
