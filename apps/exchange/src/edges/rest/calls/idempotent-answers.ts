const MAX_ANSWERS = 1_000;

/** Keeps the answers to requests with an `IdempotencyKey`, so that no such request runs twice. */
export class IdempotentAnswers {
  readonly #answers = new Map<string, object>();

  /** Returns the earlier answer for that key and call; otherwise creates an answer. */
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
