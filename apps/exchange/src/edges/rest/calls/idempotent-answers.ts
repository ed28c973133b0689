const MAX_ANSWERS = 1_000;

/** Answers that were given to requests with an `IdempotencyKey`, so that none is done twice. */
export class IdempotentAnswers {
  readonly #answers = new Map<string, object>();

  /** The answer of before, where that key came for that call already; else what is made now. */
  once(callSid: string, key: string | undefined, make: () => object): object {
    if (key === undefined) {
      return make();
    }
    const name = `${callSid} ${key}`;
    const before = this.#answers.get(name);
    if (before) {
      return before;
    }
    const answer = make();
    this.#answers.set(name, answer);
    const oldest = this.#answers.keys().next().value;
    if (this.#answers.size > MAX_ANSWERS && oldest !== undefined) {
      this.#answers.delete(oldest);
    }
    return answer;
  }
}
