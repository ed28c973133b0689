/** The second press counts within this time. */
const AGAIN_MS = 3_000;

export interface PressAgainOptions {
  /** Calls the listener after each key press, and returns a function that ends this. */
  onKey: (handle: () => void) => () => void;
  /** Runs a function after a time; returns a function that cancels this. */
  after: (ms: number, run: () => void) => () => void;
}

/**
 * Confirms a letter key by a second press. Typed words contain the letter too, so after any other
 * key the next press counts as a first press again.
 */
export class PressAgain {
  readonly #options: PressAgainOptions;
  #end: (() => void) | null = null;

  constructor(options: PressAgainOptions) {
    this.#options = options;
  }

  /**
   * Returns true for the second press. At the first press, `show` shows what the second press will
   * do.
   */
  press(show: () => () => void): boolean {
    if (this.#end !== null) {
      this.#end();
      return true;
    }
    const hide = show();
    const stops = [
      hide,
      this.#options.after(AGAIN_MS, () => this.#end?.()),
      // The second press is reported here too, but only after it has counted.
      this.#options.onKey(() => this.#end?.()),
    ];
    this.#end = () => {
      this.#end = null;
      stops.forEach((stop) => stop());
    };
    return false;
  }
}

/** Reports each key press after the commands have handled it. */
export function onEachKey(handle: () => void): () => void {
  const listening = new AbortController();
  const later = () => void setTimeout(handle);
  window.addEventListener("keydown", later, { signal: listening.signal, capture: true });
  return () => listening.abort();
}

export function afterTime(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
