import type { Logger } from "pino";

import type { Clock } from "@linedesk/base";

export interface Fault {
  at: string;
  where: string;
  message: string;
  times: number;
}

const MAX_STORED = 20;

export class RecentFaults {
  readonly #clock: Clock;
  readonly #log: Logger;
  #faults: Fault[] = [];
  #total = 0;

  constructor(clock: Clock, log: Logger) {
    this.#clock = clock;
    this.#log = log;
  }

  get list(): readonly Fault[] {
    return this.#faults;
  }

  get total(): number {
    return this.#total;
  }

  add(where: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const at = new Date(this.#clock.now()).toISOString();
    const [newest] = this.#faults;
    this.#total += 1;
    if (newest?.where === where && newest.message === message) {
      this.#faults[0] = { ...newest, at, times: newest.times + 1 };
      return;
    }
    this.#log.warn({ where, err: error }, "audio server fault reported");
    this.#faults = [{ at, where, message, times: 1 }, ...this.#faults].slice(0, MAX_STORED);
  }
}
