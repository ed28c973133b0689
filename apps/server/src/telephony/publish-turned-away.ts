import type { Db } from "../platform/db/database.ts";
import { publish } from "../platform/realtime/publish.ts";
import { listQueues } from "./telephony-store.ts";

export async function publishTurnedAway(
  db: Db,
  { count, at }: { count: number; at: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { station } of await listQueues(trx)) {
      await publish(trx, station, { type: "station.turned_away", count, at });
    }
  });
}
