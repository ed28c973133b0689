import type { Trx } from "../platform/db/database.ts";
import { listCarriedFlags, type CarriedFlag, type StoredDetails } from "./caller-change-store.ts";
import { writeCallerFlag } from "./caller-store.ts";

const LONGEST_REASON = 500;

function later(a: Date | null, b: Date | null): Date | null {
  return a === null || b === null ? null : new Date(Math.max(a.getTime(), b.getTime()));
}

/** Joins the same flag of two merged callers. A ban for a day does not shorten a permanent ban. */
function joinTwo(mine: CarriedFlag, other: CarriedFlag): CarriedFlag {
  const reasons = [...new Set([mine.reason, other.reason])].filter((reason) => reason !== "");
  return {
    flag: mine.flag,
    reason: reasons.join("; ").slice(0, LONGEST_REASON),
    until: later(mine.until, other.until),
  };
}

function isSameFlag(a: CarriedFlag, b: CarriedFlag): boolean {
  return a.reason === b.reason && a.until?.getTime() === b.until?.getTime();
}

/** Copies the flags of `from` to `to`. Returns the changes that an undo reverses. */
export async function joinFlags(
  trx: Trx,
  from: string,
  to: string,
): Promise<Pick<StoredDetails, "flags" | "joined">> {
  const own = new Map((await listCarriedFlags(trx, to)).map((one) => [one.flag, one]));
  const flags: string[] = [];
  const joined: StoredDetails["joined"] = [];
  for (const other of await listCarriedFlags(trx, from)) {
    const before = own.get(other.flag);
    const after = before === undefined ? other : joinTwo(before, other);
    await writeCallerFlag(trx, { caller: to, carried: true, ...after });
    if (before === undefined) {
      flags.push(other.flag);
    } else if (!isSameFlag(before, after)) {
      joined.push({ before, after });
    }
  }
  return { flags, joined };
}

export async function partFlags(trx: Trx, caller: string, joined: StoredDetails["joined"]) {
  const now = new Map((await listCarriedFlags(trx, caller)).map((one) => [one.flag, one]));
  for (const { before, after } of joined) {
    const carried = now.get(before.flag);
    if (carried !== undefined && isSameFlag(carried, after)) {
      await writeCallerFlag(trx, { caller, carried: true, ...before });
    }
  }
}
