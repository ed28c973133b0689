import type { Db } from "../db/database.ts";
import { pruneClaims } from "./store/claim-store.ts";
import { pruneLegs } from "./store/leg-store.ts";

/** A late webhook of a call that ended longer ago is no news. */
const keepMs = 2 * 86_400_000;

/** Forgets which legs and claims long-ended calls had; the calls themselves stay. */
export const forgetOldCalls = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - keepMs);
  await pruneLegs(db, before);
  await pruneClaims(db, before);
};
