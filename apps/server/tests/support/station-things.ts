import { sql } from "kysely";

import type { Db } from "../../src/platform/db/database.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import type { KnownValues } from "./sample-input.ts";

export const NEIGHBOURS_NAME = "Next door FM";
const NUMBER = "+61491570157";

/** The tables of a station's objects, by the name of their id in the paths of the admin area. */
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

/** Creates one object of each kind for the station; returns the ids. `user` is a member there. */
export async function makeThings(
  db: Db,
  { station, user }: { station: string; user: string },
): Promise<Record<Thing, string>> {
  const ids = Object.fromEntries(things.map((thing) => [thing, uuidV7()])) as Record<Thing, string>;
  const of = { station_id: station, name: `Theirs ${ids.flag.slice(-8)}` };
  const at = new Date();
  const number = `+6125550${String(Math.floor(Math.random() * 9_000) + 1_000)}`;
  const hook = { kind: "webhook", url: "https://radio.example/hook", events: [], secret: "sealed" };
  const rows: Record<keyof typeof TABLES, object> = {
    line: { number },
    flag: { colour: "#955f04" },
    preset: {},
    server: {},
    integration: { ...hook, created_at: at },
    callerId: { number, state: "verified", requested_at: at },
    caller: {},
  };
  for (const [thing, table] of Object.entries(TABLES) as [keyof typeof TABLES, string][]) {
    await insert(db, table, { id: ids[thing], ...of, ...rows[thing] });
  }
  // The delivery counts as sent, because a due one would be tried within a second and would change
  // the webhook.
  const sent = { created_at: at, delivered_at: at, next_at: null };
  const delivery = { id: ids.delivery, integration_id: ids.integration, event: "test" };
  await insert(db, "integration_delivery", { ...delivery, payload: "{}", ...sent });
  return { ...ids, user };
}

/**
 * Creates one object of each kind that a body or query can name, under the names of the contract.
 */
export async function makeNeighbourThings(db: Db, station: string): Promise<KnownValues> {
  const [line, flag, caller, prize, win, contest] = Array.from({ length: 6 }, () => uuidV7());
  const at = new Date();
  const of = { station_id: station, name: NEIGHBOURS_NAME };
  await insert(db, "phone_line", { id: line, ...of, number: "+61255500188" });
  await insert(db, "flag", { id: flag, ...of, colour: "#955f04" });
  await insert(db, "caller", { id: caller, ...of });
  await insert(db, "caller_number", { station_id: station, caller_id: caller, number: NUMBER });
  await insert(db, "prize", { id: prize, ...of, value_cents: 100, stock: 3 });
  await insert(db, "prize_win", {
    id: win,
    ...of,
    call_id: uuidV7(),
    prize_id: prize,
    prize_name: NEIGHBOURS_NAME,
    value_cents: 100,
    number: NUMBER,
    won_at: at,
    won_on: "2026-11-23",
    recorded_by: "Olga",
    status_by: "Olga",
    status_at: at,
  });
  await insert(db, "contest", {
    id: contest,
    station_id: station,
    phone_line_id: line,
    caller_count: 3,
    early_text: "",
    late_text: "",
    started_at: at,
    started_by: "Olga",
  });
  const named = { phoneLine: line, flag, caller, prize, win, contest };
  return { ...named, numbers: [NUMBER] };
}

async function insert(db: Db, table: string, row: Record<string, unknown>): Promise<void> {
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const values = sql.join(Object.values(row));
  await sql`insert into ${sql.table(table)} (${names}) values (${values})`.execute(db);
}

/** Returns every row of the station for a comparison. */
export async function readStationRows(db: Db, station: string): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'station_id' order by 1`.execute(db);
  const found: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await sql`
      select to_jsonb(t) as row from ${sql.table(name)} t
      where station_id = ${station} order by t::text`.execute(db);
    found[name] = rows;
  }
  return found;
}
