import type { Prize, WinRules } from "@linedesk/contract";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { uuidV7 } from "../platform/db/uuid.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import { mergeChanges, type Seen } from "../platform/http/merge-changes.ts";
import { publish } from "../platform/realtime/publish.ts";
import {
  findPrize,
  findPrizes,
  findWinRules,
  insertPrize,
  isNameTaken,
  lockPrizes,
  savePrize,
  saveWinRules,
} from "./prize-store.ts";

interface At {
  station: string;
  actor: Actor;
}

export async function readPrizes(
  db: Db,
  station: string,
): Promise<{ items: Prize[]; nextCursor: null; rules: WinRules }> {
  const items = await findPrizes(db, station);
  return { items, nextCursor: null, rules: await findWinRules(db, station) };
}

export interface NewPrize extends At {
  name: string;
  valueCents: number;
  stock: number;
}

export async function addPrize(db: Db, added: NewPrize): Promise<Prize> {
  const { station, actor, name, valueCents, stock } = added;
  return db.transaction().execute(async (trx) => {
    const id = uuidV7();
    await lockPrizes(trx, station);
    await requireFreeName(trx, { station, name, id });
    await insertPrize(trx, station, { id, name, valueCents, stock });
    const details = { valueCents, stock };
    return recordPrize(trx, { station, actor, id, action: "prize.added", details });
  });
}

export interface PrizeChange extends At {
  id: string;
  /** The version that the person saw. A win that was recorded since then counts as a change. */
  version: number;
  change: {
    name?: string | undefined;
    valueCents?: number | undefined;
    stock?: number | undefined;
    retired?: boolean | undefined;
  };
}

export async function changePrize(db: Db, changed: PrizeChange): Promise<Prize> {
  const { station, actor, id, version, change } = changed;
  return db.transaction().execute(async (trx) => {
    await lockPrizes(trx, station);
    const before = requireFound(
      await findPrize(trx, { station, id }, { lock: true }),
      "no_such_prize",
    );
    if (before.version !== version) {
      throw new ApiError({
        reason: "prize_changed",
        params: { prize: before.name, left: String(before.stock) },
      });
    }
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    const after: Prize = { ...before, ...Object.fromEntries(given) };
    if (!after.retired) {
      await requireFreeName(trx, { station, name: after.name, id });
    }
    await savePrize(trx, after);
    const details = Object.fromEntries(given.filter(([name]) => name !== "name"));
    return recordPrize(trx, { station, actor, id, action: "prize.changed", details });
  });
}

async function requireFreeName(trx: Trx, named: { station: string; name: string; id: string }) {
  if (await isNameTaken(trx, named)) {
    throw new ApiError({ reason: "prize_name_taken", params: { name: named.name } });
  }
}

async function recordPrize(
  trx: Trx,
  done: At & { id: string; action: string; details: Record<string, unknown> },
): Promise<Prize> {
  const { station, actor, id, action, details } = done;
  await recordAudit(trx, { actor, action, station, subject: ["prize", id], details });
  await publish(trx, station, { type: "prize.changed" });
  const prize = await findPrize(trx, { station, id });
  if (prize === null) {
    throw new Error("the written prize does not exist");
  }
  return prize;
}

/** Sets the rules that decide when a listener may win again. They apply to earlier wins too. */
export async function setWinRules(
  db: Db,
  { station, actor, rules, seen }: At & { rules: WinRules; seen?: Seen<WinRules> | undefined },
): Promise<WinRules> {
  const starts = rules.tiers.map(({ fromCents }) => fromCents);
  if (new Set(starts).size < starts.length) {
    throw new ApiError("prize_steps_equal", {
      fields: { "rules.tiers": "must_begin_apart" },
    });
  }
  const tiers = rules.tiers.toSorted((a, b) => a.fromCents - b.fromCents);
  return db.transaction().execute(async (trx) => {
    await lockPrizes(trx, station);
    const before = await findWinRules(trx, station);
    const merged = mergeChanges({ before, wanted: { ...rules, tiers }, seen });
    await saveWinRules(trx, station, merged);
    const details = { rules: merged };
    await recordAudit(trx, { actor, action: "prize_rules.changed", station, details });
    await publish(trx, station, { type: "prize.changed" });
    return merged;
  });
}
