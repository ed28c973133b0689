import { buildGrammar, listWords, formatHint } from "./build-grammar.ts";
import { chooseHypothesis, voicedMs } from "./choose-hypothesis.ts";
import { readHints, type Hint, NUMBERS_AND_COMMANDS } from "./hint-tokens.ts";
import { pronounce } from "./pronounce.ts";
import type { Hypothesis, SphinxDecoder } from "./sphinx-decoder.ts";

const GRAMMAR = "hints";
const SETTLING = "settling";
const SAMPLE_RATE = 16_000;
/** A partial result is looked for so often. */
const PARTIAL_SAMPLES = SAMPLE_RATE / 5;
/** What the line's own colour is measured from before free text is heard. */
const SETTLING_SAMPLES = 1.5 * SAMPLE_RATE;
const MAX_SAMPLES = 60 * SAMPLE_RATE;
/** Slow-witted beyond it: a word is no longer than that. */
const MAX_WORD = 60;

export interface SphinxOptions {
  hints: string;
  speechModel: string;
  /** What espeak-ng is told of ours, which says words that no dictionary has. */
  environment: Readonly<Record<string, string>>;
}

export interface SphinxResult {
  text: string;
  confidence: number;
}

/**
 * One utterance: free text as it is being said, and at its end, over the same samples, the hints.
 * A grammar takes a fiftieth of the time that was spoken.
 */
export class SphinxSession {
  readonly #decoder: SphinxDecoder;
  readonly #hints: Hint[];
  readonly #onPartial: (text: string) => void;
  readonly #samples: Int16Array[] = [];
  #count = 0;
  #unread = 0;
  #isSettled = false;
  #partial = "";

  constructor(decoder: SphinxDecoder, wanted: SphinxOptions, onPartial: (text: string) => void) {
    this.#decoder = decoder;
    this.#onPartial = onPartial;
    const isCommand = wanted.speechModel === "numbers_and_commands";
    const text = isCommand ? `${wanted.hints},${NUMBERS_AND_COMMANDS}` : wanted.hints;
    this.#hints = this.#addPronunciations(readHints(text).hints, wanted.environment);
    decoder.setGrammar(SETTLING, "#JSGF V1.0; grammar settling; public <any> = yes | no;");
  }

  feed(samples: Int16Array): void {
    if (this.#count >= MAX_SAMPLES) {
      return;
    }
    this.#samples.push(samples);
    this.#count += samples.length;
    if (!this.#isSettled) {
      if (this.#count >= SETTLING_SAMPLES) {
        this.#settle();
      }
      return;
    }
    this.#decoder.feed(samples);
    this.#unread += samples.length;
    if (this.#unread >= PARTIAL_SAMPLES) {
      this.#emitPartial();
    }
  }

  finish(): SphinxResult {
    if (!this.#isSettled) {
      this.#settle();
    }
    this.#decoder.end();
    const free = this.#decoder.hypothesis();
    if (this.#hints.length === 0 || this.#count === 0) {
      return toResult(free);
    }
    const hint = this.#decodeWithHints();
    const chosen = chooseHypothesis({
      hint: { ...hint, phones: this.#listPhones(hint.text) },
      free: { ...free, phones: this.#listPhones(free.text) },
      voicedMs: voicedMs(this.#samples),
    });
    const text = chosen.isHint ? formatHint(hint.text, this.#hints) : free.text;
    return { text, confidence: chosen.confidence };
  }

  /**
   * A telephone colours all that comes through it, and the model was made of wide sound. What was
   * said first is heard by a small grammar, after which the decoder knows the mean of its cepstra.
   */
  #settle(): void {
    this.#isSettled = true;
    this.#decode(SETTLING);
    this.#decoder.begin(null);
    for (const samples of this.#samples) {
      this.#decoder.feed(samples);
    }
  }

  #emitPartial(): void {
    this.#unread = 0;
    const text = this.#decoder.partial();
    if (text === "" || text === this.#partial) {
      return;
    }
    this.#partial = text;
    this.#onPartial(text);
  }

  #decodeWithHints(): Hypothesis {
    this.#decode(GRAMMAR);
    return this.#decoder.hypothesis();
  }

  /** All of it once more, by that grammar. */
  #decode(grammar: string): void {
    this.#decoder.begin(grammar);
    for (const samples of this.#samples) {
      this.#decoder.feed(samples);
    }
    this.#decoder.end();
  }

  /** The hints whose words are known, now that those that can be pronounced are. */
  #addPronunciations(hints: Hint[], environment: SphinxOptions["environment"]): Hint[] {
    const unknown = listWords(hints).filter(
      (word) => this.#decoder.findPronunciation(word) === null,
    );
    const words = unknown.filter((word) => word.length <= MAX_WORD);
    const pronunciations = pronounce(words, environment);
    for (const [word, phones] of pronunciations) {
      this.#decoder.addWord(word, phones);
    }
    const usable = hints.filter((hint) =>
      listWords([hint]).every((word) => this.#decoder.findPronunciation(word) !== null),
    );
    const isTaken = usable.length > 0 && this.#decoder.setGrammar(GRAMMAR, buildGrammar(usable));
    return isTaken ? usable : [];
  }

  #listPhones(text: string): string[] {
    return text
      .split(" ")
      .flatMap((word) => (this.#decoder.findPronunciation(word) ?? "").split(" "))
      .filter((phone) => phone !== "");
  }
}

function toResult({ text, confidence }: Hypothesis): SphinxResult {
  return { text, confidence };
}
