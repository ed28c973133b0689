export class OwnChanges {
  readonly #underWay = new Set<Promise<unknown>>();

  /** Counts the change as in progress until it succeeds or fails. */
  async track<Done>(change: Promise<Done>): Promise<Done> {
    this.#underWay.add(change);
    try {
      return await change;
    } finally {
      this.#underWay.delete(change);
    }
  }

  /** Resolves when all changes in progress are complete; `null` when there are none. */
  whenOver(): Promise<unknown> | null {
    return this.#underWay.size === 0 ? null : Promise.allSettled(this.#underWay);
  }
}
