import { sql } from "kysely";

import type { Db } from "../../src/platform/db/database.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";

/** The tables of what a station has, by the name that its id has in the paths of the admin area. */
const TABLES = {
  line: "phone_line",
  flag: "flag",
  preset: "device_preset",
  server: "audio_server",
  integration: "integration",
  callerId: "caller_id",
  caller: "caller",
} as const;

export type Thing = keyof typeof TABLES | "delivery" | "user";
export const things = [...(Object.keys(TABLES) as Thing[]), "delivery", "user"] as const;

/** One of each kind for the station; answers their ids. `user` is a member of the station. */
export async function makeThings(
  db: Db,
  { station, user }: { station: string; user: string },
): Promise<Record<Thing, string>> {
  const ids = Object.fromEntries(things.map((thing) => [thing, uuidV7()])) as Record<Thing, string>;
  const of = { station_id: station, name: `Theirs ${ids.flag.slice(-8)}` };
  const at = new Date();
  const number = `+6125550${String(Math.floor(Math.random() * 9_000) + 1_000)}`;
  await db
    .insertInto("phone_line")
    .values({ id: ids.line, ...of, number })
    .execute();
  await db
    .insertInto("flag")
    .values({ id: ids.flag, ...of, colour: "#955f04" })
    .execute();
  await db
    .insertInto("device_preset")
    .values({ id: ids.preset, ...of })
    .execute();
  await db
    .insertInto("audio_server")
    .values({ id: ids.server, ...of })
    .execute();
  await db
    .insertInto("integration")
    .values({
      id: ids.integration,
      ...of,
      kind: "webhook",
      url: "https://radio.example/hook",
      events: [],
      secret: "sealed",
      created_at: at,
    })
    .execute();
  await db
    .insertInto("integration_delivery")
    .values({
      id: ids.delivery,
      integration_id: ids.integration,
      event: "test",
      payload: JSON.stringify({}),
      created_at: at,
      // Sent already: what is due is tried within a second, which leaves its mark on the webhook.
      delivered_at: at,
      next_at: null,
    })
    .execute();
  await db
    .insertInto("caller_id")
    .values({ id: ids.callerId, ...of, number, state: "verified", requested_at: at })
    .execute();
  await db
    .insertInto("caller")
    .values({ id: ids.caller, ...of })
    .execute();
  return { ...ids, user };
}

export async function readThings(db: Db, station: string): Promise<unknown[]> {
  const tables = [...Object.values(TABLES), "membership"];
  const found = await Promise.all(
    tables.map(async (table) => {
      const query = sql`select * from ${sql.table(table)} where station_id = ${station}`;
      return (await query.execute(db)).rows;
    }),
  );
  return found;
}
