import type { Clock } from "@linedesk/base";
import type { ExchangeLoad } from "./exchange-load.ts";

/** The desk is told within 15 s. */
const EVERY_MS = 5_000;

export interface TurnedAwayWatchDeps {
  clock: Pick<Clock, "elapsedMs">;
  readLoad: () => Promise<ExchangeLoad | null>;
  publish: (count: number, at: string) => Promise<void>;
}

export class TurnedAwayWatch {
  readonly #deps: TurnedAwayWatchDeps;
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
