import { DtmfDetector, type Reception } from "@linedesk/audio";
import type { AnswerPlan } from "../amd/answer-state.ts";
import { AnswerWatch } from "../amd/answer-watch.ts";
import type { LegId, MediaEvent } from "../port/media-port.ts";
import { LegMeters } from "./leg-meters.ts";

interface Detecting {
  leg: LegId;
  reception: Reception;
  emit: (event: MediaEvent) => void;
}

/** What is found in a leg's sound: its blocks go in, and speech, keys and who answered are told. */
export class LegDetectors {
  readonly meters: LegMeters;
  readonly #leg: LegId;
  readonly #emit: (event: MediaEvent) => void;
  /** Where the far end sends no telephone events: its keys are found in its sound. */
  #keys: DtmfDetector | null = null;
  /** While it is not known who answered, where somebody wants to know. */
  #answerWatch: AnswerWatch | null = null;

  constructor({ leg, reception, emit }: Detecting) {
    this.meters = new LegMeters(reception);
    this.#leg = leg;
    this.#emit = emit;
  }

  /** Null where no keys are to be found in the sound. */
  findKeys(sampleRate: number | null): void {
    this.#keys = sampleRate === null ? null : new DtmfDetector(sampleRate);
  }

  watchAnswer(plan: AnswerPlan): void {
    this.#answerWatch = new AnswerWatch(plan);
  }

  /** The block of this tick. */
  hear(block: Int16Array, sampleRate: number): void {
    const leg = this.#leg;
    if (this.meters.hear(block)) {
      this.#emit({ type: "leg.speech", leg, isSpeaking: this.meters.isSpeaking });
    }
    if (this.#answerWatch !== null) {
      this.#judgeAnswer(this.#answerWatch, block, sampleRate);
    }
    if (this.#keys === null) {
      return;
    }
    for (const digit of this.#keys.feed(block)) {
      this.#emit({ type: "leg.digit", leg, digit, isInBand: true });
    }
  }

  #judgeAnswer(watch: AnswerWatch, block: Int16Array, sampleRate: number): void {
    const verdict = watch.hear(block, sampleRate);
    if (verdict === null) {
      return;
    }
    this.#answerWatch = null;
    this.#emit({ type: "leg.judged", leg: this.#leg, ...verdict });
  }
}
