export interface UndoStep {
  /** False once the call has gone on: then the step before it is the last one. */
  isPossible: () => boolean;
  run: () => Promise<void>;
}

/** Nobody takes back more than this. */
const MOST_STEPS = 20;

/** What Z takes back: the last thing done that still can be. */
export class UndoHistory {
  #steps: UndoStep[] = [];

  add(step: UndoStep): void {
    this.#steps = [...this.#steps, step].slice(-MOST_STEPS);
  }

  /** False where there is nothing to take back. */
  async undoLast(): Promise<boolean> {
    const step = this.#steps.findLast(({ isPossible }) => isPossible());
    if (step === undefined) {
      return false;
    }
    // What came after it is no longer possible, and must not become the last again.
    this.#steps = this.#steps.slice(0, this.#steps.indexOf(step));
    await step.run();
    return true;
  }
}
