import type { ErrorReason, FlagSight, Refusal } from "@linedesk/contract";
import { findLastActor } from "../platform/db/audit-store.ts";
import type { Trx } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { listCarriedFlags } from "./caller-change-store.ts";
import { writeCallerFlag } from "./caller-store.ts";

export interface FlagChange {
  flag: string;
  carried: boolean;
  /** When absent, the earlier reason stays. */
  reason: string | undefined;
  /** The time of expiry. `null` means no expiry, and `undefined` keeps the earlier time. */
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
    throw new ApiError("time_over", {
      fields: { until: "must_be_future" },
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
  throw new ApiError(describe(by ?? "Somebody", now, changed));
}

/** Compares times by their moment, because the same time can be written in different ways. */
function isSame(one: FlagSight[keyof FlagSight], other: FlagSight[keyof FlagSight]): boolean {
  const isMoment = typeof one === "string" && typeof other === "string" && one !== other;
  return one === other || (isMoment && Date.parse(one) === Date.parse(other));
}

function describe(
  by: string,
  now: FlagSight,
  changed: readonly (keyof FlagSight)[],
): Refusal<ErrorReason<"conflict">> {
  if (!now.carried) {
    return { reason: "changed_to_unset", params: { by } };
  }
  if (changed.includes("reason")) {
    return describeChange(by, now.reason);
  }
  const reason = changed.includes("until") ? "changed_duration" : "changed_to_set";
  return { reason, params: { by } };
}

/** Returns the refusal for a text that another person has changed since this person saw it. */
export function describeChange(by: string, value: string): Refusal<ErrorReason<"conflict">> {
  return value === ""
    ? { reason: "changed_to_empty", params: { by } }
    : { reason: "changed_to", params: { by, value } };
}
