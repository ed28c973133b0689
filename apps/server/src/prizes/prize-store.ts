import { sql } from "kysely";

import { defaultWinRules, winRules, type Prize, type WinRules } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";

/**
 * Lets the wins of a station be recorded one after the other, so that rules and stock are up to
 * date when they are checked.
 */
export async function lockPrizes(trx: Trx, station: string): Promise<void> {
  const key = `linedesk.prize.${station}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

function prizeQuery(db: Db, station: string) {
  return db
    .selectFrom("prize")
    .select(["id", "name", "value_cents as valueCents", "stock", "retired", "version"])
    .where("station_id", "=", station);
}

const MOST_PRIZES = 1_000;

export async function findPrizes(db: Db, station: string): Promise<Prize[]> {
  return prizeQuery(db, station)
    .orderBy("retired")
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .limit(MOST_PRIZES)
    .execute();
}

export async function findPrize(
  db: Db,
  { station, id }: { station: string; id: string },
  { lock = false } = {},
): Promise<Prize | null> {
  const query = prizeQuery(db, station).where("id", "=", id);
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) ?? null;
}

export async function isNameTaken(
  db: Db,
  { station, name, id }: { station: string; name: string; id: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("prize")
    .select("id")
    .where("station_id", "=", station)
    .where(sql`fold_case(name)`, "=", sql`fold_case(${name})`)
    .where("retired", "=", false)
    .where("id", "!=", id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertPrize(
  trx: Trx,
  station: string,
  { id, name, valueCents, stock }: Omit<Prize, "retired" | "version">,
): Promise<void> {
  await trx
    .insertInto("prize")
    .values({ id, station_id: station, name, value_cents: valueCents, stock })
    .execute();
}

export async function savePrize(trx: Trx, prize: Omit<Prize, "version">): Promise<void> {
  const { id, name, valueCents, stock, retired } = prize;
  await trx
    .updateTable("prize")
    .set({ name, value_cents: valueCents, stock, retired, version: sql<number>`version + 1` })
    .where("id", "=", id)
    .execute();
}

const tiersJson = winRules.shape.tiers;

export async function findWinRules(db: Db, station: string): Promise<WinRules> {
  const row = await db
    .selectFrom("prize_rule")
    .select(["household", "tiers", "collect_days as collectDays"])
    .where("station_id", "=", station)
    .executeTakeFirst();
  return row === undefined ? defaultWinRules : { ...row, tiers: tiersJson.parse(row.tiers) };
}

export async function saveWinRules(trx: Trx, station: string, rules: WinRules): Promise<void> {
  const columns = {
    household: rules.household,
    tiers: JSON.stringify(rules.tiers),
    collect_days: rules.collectDays,
  };
  await trx
    .insertInto("prize_rule")
    .values({ station_id: station, ...columns })
    .onConflict((conflict) => conflict.column("station_id").doUpdateSet(columns))
    .execute();
}
