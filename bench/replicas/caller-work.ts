import { setTimeout as wait } from "node:timers/promises";

import type { SiteCallers } from "./site-callers.ts";

const EVERY_MS = 3_000;
const MOST_CALLERS = 24;

/** Listeners who call during all faults, and some of whom hang up. */
export class CallerWork {
  readonly #callers: SiteCallers;
  readonly #isShown: (number: string) => boolean;
  readonly #random: () => number;
  /** The number of callers at the start, who never hang up. */
  readonly #loyal: number;
  readonly #ringing: Promise<unknown>[] = [];
  #isOver = false;
  #working: Promise<void> = Promise.resolve();
  refused = 0;

  /** Callers hang up only when a console shows them, because the server must know them before. */
  constructor(
    { callers, isShown }: { callers: SiteCallers; isShown: (number: string) => boolean },
    random: () => number,
  ) {
    this.#callers = callers;
    this.#isShown = isShown;
    this.#random = random;
    this.#loyal = callers.all.length;
  }

  start(): void {
    this.#working = this.#work();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#working;
    await Promise.all(this.#ringing);
  }

  async #work(): Promise<void> {
    while (!this.#isOver) {
      await wait(EVERY_MS * (0.5 + this.#random()));
      const present = this.#callers.connected;
      const others = present.filter(
        (caller) =>
          this.#callers.all.indexOf(caller) >= this.#loyal && this.#isShown(caller.number),
      );
      const leaves = this.#random() < 0.4 || present.length > MOST_CALLERS;
      const leaver = others[Math.floor(this.#random() * others.length)];
      if (leaves && leaver !== undefined) {
        await leaver.phone.hangUp();
      } else if (present.length <= MOST_CALLERS) {
        this.#ringing.push(this.#callers.ring().catch(() => (this.refused += 1)));
      }
    }
  }
}
