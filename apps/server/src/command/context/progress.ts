const SHOW_EVERY_MS = 2_000;
const MB = 1_000_000;

/** Shows the progress of a long command at most every two seconds. */
export class Progress {
  readonly #print: (text: string) => void;
  #shownAt = performance.now();

  constructor(print: (text: string) => void) {
    this.#print = print;
  }

  show(done: number, expected: number): void {
    const now = performance.now();
    if (now - this.#shownAt < SHOW_EVERY_MS) {
      return;
    }
    this.#shownAt = now;
    const percent = expected === 0 ? 100 : Math.floor((100 * done) / expected);
    this.#print(`${percent} %, ${Math.round(done / MB)} of about ${Math.round(expected / MB)} MB`);
  }
}
