import type { Clock } from "@linedesk/base";
import type { Db } from "../platform/db/database.ts";
import { publish } from "../platform/realtime/publish.ts";
import type { ExchangeLoad } from "./exchange-load.ts";
import { listStations } from "./telephony-store.ts";

/** The desk must be notified within 15 s, so the exchange is queried more often. */
const EVERY_MS = 5_000;

export interface TurnedAwayWatchDeps {
  clock: Pick<Clock, "elapsedMs">;
  readLoad: () => Promise<Pick<ExchangeLoad, "turnedAway" | "turnedAwayAt"> | null>;
  publish: (count: number, at: string) => Promise<void>;
}

export class TurnedAwayWatch {
  readonly #deps: TurnedAwayWatchDeps;
  #publishedAt: string | null = null;
  #nextMs = -Infinity;

  constructor(deps: TurnedAwayWatchDeps) {
    this.#deps = deps;
  }

  async checkLoad(): Promise<void> {
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

export async function publishTurnedAway(db: Db, { count, at }: { count: number; at: string }) {
  await db.transaction().execute(async (trx) => {
    for (const station of await listStations(trx)) {
      await publish(trx, station, { type: "station.turned_away", count, at });
    }
  });
}
