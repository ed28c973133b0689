import type { FlagSight } from "@linedesk/contract";
import { findLastActor } from "../platform/db/audit-store.ts";
import type { Trx } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { listCarriedFlags } from "./caller-change-store.ts";
import { writeCallerFlag } from "./caller-store.ts";

export interface FlagChange {
  flag: string;
  carried: boolean;
  /** The one before stays where none is given. */
  reason: string | undefined;
  /** Goes by itself then; null holds until somebody removes it, and undefined as before. */
  until: string | null | undefined;
  seen: FlagSight | undefined;
}

export async function changeCallerFlag(
  trx: Trx,
  caller: string,
  { flag, carried, reason, until, seen }: FlagChange,
  now: number,
): Promise<void> {
  const due = typeof until === "string" ? new Date(until) : until;
  if (due instanceof Date && due.getTime() <= now) {
    throw new ApiError("bad_request", "This time is over already.", {
      fields: { until: "must be a time to come" },
    });
  }
  const words = reason?.trim();
  if (seen !== undefined) {
    const wanted = { carried, reason: words, until: due instanceof Date ? due.toISOString() : due };
    await assertFlagSeen(trx, { caller, flag, seen, wanted });
  }
  await writeCallerFlag(trx, { caller, flag, carried, reason: words, until: due });
}

interface SeenFlag {
  caller: string;
  flag: string;
  seen: FlagSight;
  wanted: { carried: boolean; reason: string | undefined; until: string | null | undefined };
}

async function assertFlagSeen(trx: Trx, { caller, flag, seen, wanted }: SeenFlag): Promise<void> {
  const found = (await listCarriedFlags(trx, caller)).find((one) => one.flag === flag);
  const now: FlagSight = {
    carried: found !== undefined,
    reason: found?.reason ?? "",
    until: found?.until?.toISOString() ?? null,
  };
  const touched = (["carried", "reason", "until"] as const).filter(
    (field) => !wanted.carried || wanted[field] !== undefined,
  );
  const isThere = wanted.carried === now.carried && touched.every((f) => wanted[f] === now[f]);
  const changed = touched.filter((field) => !isSame(now[field], seen[field]));
  if (changed.length === 0 || isThere || (!wanted.carried && !now.carried)) {
    return;
  }
  const by = await findLastActor(trx, {
    subjectId: caller,
    actions: ["caller.flagged", "caller.unflagged"],
    detail: { flag },
  });
  const who = by ?? "Somebody";
  throw new ApiError("conflict", `${who} changed this meanwhile: it ${describe(now, changed)}.`);
}

/** Moments may be written with other digits. */
function isSame(one: FlagSight[keyof FlagSight], other: FlagSight[keyof FlagSight]): boolean {
  const isMoment = typeof one === "string" && typeof other === "string" && one !== other;
  return one === other || (isMoment && Date.parse(one) === Date.parse(other));
}

function describe(now: FlagSight, changed: readonly (keyof FlagSight)[]): string {
  if (!now.carried) {
    return "is not set now";
  }
  if (changed.includes("reason")) {
    return now.reason === "" ? "is empty now" : `is “${now.reason}” now`;
  }
  return changed.includes("until") ? "holds for another time now" : "is set now";
}
