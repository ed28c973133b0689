export class OwnChanges {
  readonly #underWay = new Set<Promise<unknown>>();

  /** Counts until it is over, well or ill. */
  async track<Done>(change: Promise<Done>): Promise<Done> {
    this.#underWay.add(change);
    try {
      return await change;
    } finally {
      this.#underWay.delete(change);
    }
  }

  /** When all that is under way now is over; null where nothing is. */
  whenOver(): Promise<unknown> | null {
    return this.#underWay.size === 0 ? null : Promise.allSettled(this.#underWay);
  }
}
