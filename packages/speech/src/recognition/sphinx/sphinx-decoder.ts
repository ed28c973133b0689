import { openSphinxLibrary } from "./sphinx-library.ts";

const MODEL = "/usr/share/pocketsphinx/model/en-us";
const FREE_TEXT = "_default";

export interface Hypothesis {
  text: string;
  /** Of the whole path; to be held against another's of the same speech. */
  score: number;
  /** 0..1: how sure the words are, one with the other. */
  confidence: number;
}

/**
 * One PocketSphinx with Debian's model of American English: free text, and one grammar at a time.
 */
export class SphinxDecoder {
  readonly #library = openSphinxLibrary();
  readonly #decoder: unknown;

  /** Throws where the library or its model is not there. */
  constructor() {
    const library = this.#library;
    library.silence(null);
    const words = [
      ["-hmm", `${MODEL}/en-us`],
      ["-lm", `${MODEL}/en-us.lm.bin`],
      ["-dict", `${MODEL}/cmudict-en-us.dict`],
    ].flat();
    const line = ["recogniser", ...words];
    const options = library.parseOptions(null, library.options(), line.length, line, 1);
    this.#decoder = options === null ? null : library.open(options);
    if (this.#decoder === null) {
      throw new Error("the model of pocketsphinx cannot be opened");
    }
  }

  /** Phones of ARPAbet; null for a word that it does not know. */
  findPronunciation(word: string): string | null {
    const phones = this.#library.pronunciation(this.#decoder, word);
    return typeof phones === "string" ? phones : null;
  }

  addWord(word: string, phones: string): boolean {
    return Number(this.#library.addWord(this.#decoder, word, phones, 1)) >= 0;
  }

  /** False for a grammar that it does not take. */
  setGrammar(name: string, jsgf: string): boolean {
    return this.#library.setGrammar(this.#decoder, name, jsgf) === 0;
  }

  /** The grammar of that name from now on, null for free text. */
  begin(grammar: string | null): void {
    this.#library.select(this.#decoder, grammar ?? FREE_TEXT);
    this.#library.beginStream(this.#decoder);
    this.#library.begin(this.#decoder);
  }

  feed(samples: Int16Array): void {
    this.#library.feed(this.#decoder, samples, samples.length, 0, 0);
  }

  end(): void {
    this.#library.end(this.#decoder);
  }

  /** What it would say, were this the end. */
  partial(): string {
    return this.#best().text;
  }

  /** After the end. */
  hypothesis(): Hypothesis {
    return { ...this.#best(), confidence: this.#confidence() };
  }

  #best(): { text: string; score: number } {
    const score = [0];
    const text = this.#library.hypothesis(this.#decoder, score);
    return { text: typeof text === "string" ? text : "", score: score[0] ?? 0 };
  }

  #confidence(): number {
    const library = this.#library;
    const logMath = library.logMath(this.#decoder);
    const sure: number[] = [];
    for (let at = library.words(this.#decoder); at; at = library.nextWord(at)) {
      const isWord = /^[a-z]/.test(String(library.word(at)));
      const log = library.wordProbability(at, [0], [0], [0]);
      if (isWord) {
        sure.push(Math.min(1, Number(library.fromLog(logMath, log))));
      }
    }
    return sure.length === 0 ? 0 : sure.reduce((sum, one) => sum + one, 0) / sure.length;
  }
}
