import { setTimeout as wait } from "node:timers/promises";

import type { SiteCallers } from "./site-callers.ts";

const EVERY_MS = 3_000;
const MOST_TALKING = 24;

/** Listeners who call during all faults, and some of whom hang up. */
export class CallerWork {
  readonly #callers: SiteCallers;
  readonly #random: () => number;
  /** Those who stay, whatever happens. */
  readonly #loyal: number;
  readonly #ringing: Promise<unknown>[] = [];
  #isOver = false;
  #working: Promise<void> = Promise.resolve();
  refused = 0;

  constructor(callers: SiteCallers, random: () => number) {
    this.#callers = callers;
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
      const talking = this.#callers.talking;
      const visitors = talking.filter((caller) => this.#callers.all.indexOf(caller) >= this.#loyal);
      const leaves = this.#random() < 0.4 || talking.length > MOST_TALKING;
      const leaver = visitors[Math.floor(this.#random() * visitors.length)];
      if (leaves && leaver !== undefined) {
        await leaver.phone.hangUp();
      } else if (talking.length <= MOST_TALKING) {
        this.#ringing.push(this.#callers.ring().catch(() => (this.refused += 1)));
      }
    }
  }
}
