import { TICK_MS } from "../tick.ts";
import { AnswerHearing } from "./answer-hearing.ts";
import {
  firstAnswerState,
  nextAnswer,
  type AnsweredBy,
  type AnswerPlan,
  type AnswerState,
} from "./answer-state.ts";

/** Listens to one leg until it is known who answered. */
export class AnswerWatch {
  readonly #plan: AnswerPlan;
  readonly #hearing = new AnswerHearing();
  #state: AnswerState = firstAnswerState;

  constructor(plan: AnswerPlan) {
    this.#plan = plan;
  }

  /** Takes what was said in this tick; the verdict, once there is one. */
  hear(block: Int16Array, sampleRate: number): { answeredBy: AnsweredBy; afterMs: number } | null {
    const sound = this.#hearing.hear(block, sampleRate);
    this.#state = nextAnswer(this.#state, sound, { plan: this.#plan, stepMs: TICK_MS });
    if (this.#state.status !== "judged") {
      return null;
    }
    return { answeredBy: this.#state.answeredBy, afterMs: this.#state.atMs };
  }
}
