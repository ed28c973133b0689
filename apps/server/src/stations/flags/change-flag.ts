import { type FlagDetails, flagLimits } from "@linedesk/contract";
import { type Actor, recordAudit } from "../../platform/db/audit-store.ts";
import type { Db, Trx } from "../../platform/db/database.ts";
import { ApiError, requireFound } from "../../platform/http/errors.ts";
import { mergeChanges, type Seen } from "../../platform/http/merge-changes.ts";
import { publish } from "../../platform/realtime/publish.ts";
import {
  deleteFlag,
  findFlag,
  findFlagDetails,
  findFlags,
  type FlagFields,
  insertFlags,
  lockFlags,
  updateFlag,
} from "./flag-store.ts";

export const readFlagDetails = findFlagDetails;

interface FlagChange {
  station: string;
  actor: Actor;
}

/** Folds a flag's name, because names of a station must differ by more than case. */
export function foldFlagName(name: string): string {
  return name.toLowerCase();
}

export async function lockFlagDetails(trx: Trx, station: string): Promise<FlagDetails[]> {
  await lockFlags(trx, station);
  return findFlagDetails(trx, station);
}

/** Throws `conflict` when the station has the maximum number of flags. */
export function assertRoomFor(flags: readonly FlagDetails[], count: number): void {
  if (flags.length + count > flagLimits.flags) {
    throw new ApiError({ reason: "flags_full", params: { most: flagLimits.flags } });
  }
}

export async function addFlag(
  db: Db,
  { station, actor, fields }: FlagChange & { fields: FlagFields },
): Promise<FlagDetails> {
  return db.transaction().execute(async (trx) => {
    const flags = await lockFlagDetails(trx, station);
    assertRoomFor(flags, 1);
    assertNameFree(flags, fields.name);
    const [id = ""] = await insertFlags(trx, station, [fields]);
    await record(trx, { station, actor, flag: id, action: "flag.added", details: fields });
    await publish(trx, station, { type: "station.stale" });
    return { id, ...fields, retired: false, carriers: 0 };
  });
}

type RetirableFlag = FlagFields & { retired: boolean };

export async function changeFlag(
  db: Db,
  change: FlagChange & {
    flag: string;
    fields: RetirableFlag;
    seen?: Seen<RetirableFlag> | undefined;
  },
): Promise<FlagDetails> {
  const { station, actor, flag: id, fields: wanted, seen } = change;
  return db.transaction().execute(async (trx) => {
    const flags = await lockFlagDetails(trx, station);
    const { id: _id, carriers, ...before } = requireDetails(flags, id);
    const fields = mergeChanges({ before, wanted, seen });
    assertNameFree(
      flags.filter((one) => one.id !== id),
      fields.name,
    );
    await updateFlag(trx, { station, flag: id }, fields);
    const details = { before: { ...before, id, carriers }, after: fields };
    await record(trx, { station, actor, flag: id, action: "flag.changed", details });
    await publish(trx, station, { type: "station.stale" });
    return { id, carriers, ...fields };
  });
}

/** Removes a flag that no caller has. A flag that callers have can be retired. */
export async function removeFlag(
  db: Db,
  { station, actor, flag: id }: FlagChange & { flag: string },
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const before = requireDetails(await lockFlagDetails(trx, station), id);
    if (before.carriers > 0) {
      throw new ApiError("flag_carried");
    }
    await deleteFlag(trx, { station, flag: id });
    await record(trx, { station, actor, flag: id, action: "flag.removed", details: { before } });
    await publish(trx, station, { type: "station.stale" });
    return id;
  });
}

function assertNameFree(flags: readonly FlagDetails[], name: string): void {
  if (flags.some((one) => foldFlagName(one.name) === foldFlagName(name))) {
    throw new ApiError("flag_name_taken", {
      fields: { name: "is_taken" },
    });
  }
}

function requireDetails(flags: readonly FlagDetails[], id: string): FlagDetails {
  return requireFound(
    flags.find((one) => one.id === id),
    "no_such_flag",
  );
}

interface FlagEntry extends FlagChange {
  flag: string;
  action: string;
  details: object;
}

async function record(trx: Trx, { station, actor, flag, action, details }: FlagEntry) {
  await recordAudit(trx, {
    actor,
    action,
    station,
    subject: ["flag", flag],
    details: { ...details },
  });
}

export const readFlags = findFlags;

export async function requireFlag(db: Db, wanted: { station: string; flag: string }) {
  return requireFound(await findFlag(db, wanted), "no_such_flag");
}
