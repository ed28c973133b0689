import type { Clock } from "@linedesk/base";
import type { ExchangeLoad } from "./exchange-load.ts";

/** The desk is told within 15 s. */
const EVERY_MS = 5_000;

export interface TurnedAwayWatchDeps {
  clock: Pick<Clock, "elapsedMs">;
  readLoad: () => Promise<ExchangeLoad | null>;
  /** So many were turned away since the exchange began. */
  publish: (count: number, at: string) => Promise<void>;
}

/** Asks the exchange whether it turned callers away, and tells the stations of each more. */
export class TurnedAwayWatch {
  readonly #deps: TurnedAwayWatchDeps;
  /** When the last one came of whom the stations know. */
  #publishedAt: string | null = null;
  #nextMs = -Infinity;

  constructor(deps: TurnedAwayWatchDeps) {
    this.#deps = deps;
  }

  async look(): Promise<void> {
    const { clock, readLoad, publish } = this.#deps;
    if (clock.elapsedMs() < this.#nextMs) {
      return;
    }
    this.#nextMs = clock.elapsedMs() + EVERY_MS;
    const load = await readLoad();
    const at = load?.turnedAwayAt ?? null;
    if (load === null || at === null || at === this.#publishedAt) {
      return;
    }
    await publish(load.turnedAway, at);
    this.#publishedAt = at;
  }
}
