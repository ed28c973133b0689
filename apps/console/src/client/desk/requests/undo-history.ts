export interface UndoStep {
  /**
   * Returns false when the call has changed since the step. Then key Z reverses the previous step.
   */
  isPossible: () => boolean;
  run: () => Promise<unknown>;
}

/** The number of steps that are kept. */
const MOST_STEPS = 20;

/** Keeps the last steps of the person. Key Z reverses the last one that is still possible. */
export class UndoHistory {
  #steps: UndoStep[] = [];

  add(step: UndoStep): void {
    this.#steps = [...this.#steps, step].slice(-MOST_STEPS);
  }

  /** Returns false when there is nothing to undo. */
  async undoLast(): Promise<boolean> {
    const step = this.#steps.findLast(({ isPossible }) => isPossible());
    if (step === undefined) {
      return false;
    }
    // Later steps are not possible now. If one became possible again, the next undo would run it.
    this.#steps = this.#steps.slice(0, this.#steps.indexOf(step));
    await step.run();
    return true;
  }
}
