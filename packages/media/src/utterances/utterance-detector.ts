import { BlockResampler } from "@linedesk/audio";
import { MIN_BEEP_MS, type AmdSound } from "../amd/amd-state.ts";
import { AnswerClassifier } from "../amd/answer-classifier.ts";
import { TICK_MS } from "../tick.ts";
import {
  initialUtteranceState,
  nextUtterance,
  type UtteranceOptions,
  type UtteranceState,
} from "./utterance-state.ts";

/** What speech recognisers take. */
const SAMPLE_RATE = 16_000;
const tickSamples = (SAMPLE_RATE * TICK_MS) / 1000;
/** 100 ms go on their way at once. */
const CHUNK_TICKS = 5;
/** The soft beginning of a word comes before its voice: half a second of what was. */
const MEMORY_TICKS = 25;

export interface UtteranceEvents {
  onBegan(): void;
  onSound(samples: Int16Array): void;
  onEnded(reason: "silence" | "too_long"): void;
}

/** Waits on one leg until somebody speaks, and hands on what they say to its end. */
export class UtteranceDetector {
  readonly #plan: UtteranceOptions;
  readonly #events: UtteranceEvents;
  readonly #classifier = new AnswerClassifier();
  readonly #sum = new Int32Array(tickSamples);
  /** The last ticks before the speech; then those of the chunk that is being gathered. */
  #ticks: Int16Array[] = [];
  #resampler: { fromHz: number; resampler: BlockResampler } | null = null;
  #state: UtteranceState = initialUtteranceState;

  constructor(plan: UtteranceOptions, events: UtteranceEvents) {
    this.#plan = plan;
    this.#events = events;
  }

  get isOver(): boolean {
    return this.#state.status === "over";
  }

  /** What the leg says in this tick. */
  process(block: Int16Array, fromHz: number): void {
    const before = this.#state.status;
    const isVoiced = isVoice(this.#classifier.classify(block, fromHz));
    this.#state = nextUtterance(this.#state, isVoiced, { plan: this.#plan, stepMs: TICK_MS });
    this.#ticks.push(this.#convert(block, fromHz));
    const { status } = this.#state;
    if (status === "waiting") {
      return this.#trimHistory();
    }
    if (before === "waiting") {
      this.#events.onBegan();
    }
    if (this.#ticks.length >= CHUNK_TICKS || status === "over") {
      this.#emitChunk();
    }
    if (this.#state.status === "over") {
      this.#events.onEnded(this.#state.reason);
    }
  }

  #trimHistory(): void {
    if (this.#ticks.length > MEMORY_TICKS) {
      this.#ticks.shift();
    }
  }

  #emitChunk(): void {
    const samples = new Int16Array(this.#ticks.length * tickSamples);
    this.#ticks.forEach((tick, at) => samples.set(tick, at * tickSamples));
    this.#ticks = [];
    this.#events.onSound(samples);
  }

  #convert(block: Int16Array, fromHz: number): Int16Array {
    if (fromHz === SAMPLE_RATE) {
      return block.slice();
    }
    this.#sum.fill(0);
    this.#resamplerFrom(fromHz).addInto(this.#sum, block);
    return Int16Array.from(this.#sum, (sample) => Math.max(-32_768, Math.min(32_767, sample)));
  }

  #resamplerFrom(fromHz: number): BlockResampler {
    if (this.#resampler?.fromHz === fromHz) {
      return this.#resampler.resampler;
    }
    const resampler = new BlockResampler(fromHz, SAMPLE_RATE, TICK_MS);
    this.#resampler = { fromHz, resampler };
    return resampler;
  }
}

/** A tone that lasts is no voice; a short one may be part of a word. */
function isVoice(sound: AmdSound): boolean {
  return sound.type === "voice" || (sound.type === "tone" && sound.lengthMs < MIN_BEEP_MS);
}
