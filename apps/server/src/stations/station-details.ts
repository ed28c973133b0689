import type { StationDetails } from "@linedesk/contract";
import { readMembers } from "../people/members.ts";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { lockEdit } from "../platform/db/lock-edit-store.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import { mergeChanges, type Seen } from "../platform/http/merge-changes.ts";
import { publish, publishToUser } from "../platform/realtime/publish.ts";
import { removeReplacedSounds } from "../sounds/station-sounds.ts";
import { findLine } from "./phone-lines/phone-line-store.ts";
import { readGivenNumber, readSoundUrl } from "./phone-lines/read-given-number.ts";
import {
  findStationDetails,
  updatePriorityLine,
  updateStationDetails,
} from "./station-details-store.ts";

export async function readStationDetails(db: Db, station: string): Promise<StationDetails> {
  return requireFound(await findStationDetails(db, station), "no_such_station");
}

export const stationSoundUses = {
  liveProgrammeUrl: "programme",
  holdMusicUrl: "music",
  lineClosedUrl: "announcement",
  linesBusyUrl: "announcement",
} as const;
const soundFields = Object.keys(stationSoundUses) as (keyof typeof stationSoundUses)[];

interface DetailsChange {
  station: string;
  details: Omit<StationDetails, "callSign">;
  seen?: Seen<StationDetails> | undefined;
  actor: Actor;
}

export async function saveStationDetails(db: Db, change: DetailsChange): Promise<StationDetails> {
  const { station, actor, seen } = change;
  const details = { ...change.details };
  for (const field of soundFields) {
    details[field] = readSoundUrl(details[field], field);
  }
  const { forwardTo } = details;
  details.forwardTo = forwardTo === null ? null : readGivenNumber(forwardTo, "forwardTo");
  return db.transaction().execute(async (trx) => {
    await lockEdit(trx, `station.${station}`);
    const before = await readStationDetails(trx, station);
    const wanted = mergeChanges({ before, wanted: { ...before, ...details }, seen });
    await updateStationDetails(trx, station, wanted);
    if (before.priorityLine !== wanted.priorityLine) {
      await changePriorityLine(trx, station, wanted.priorityLine);
    }
    await removeReplacedSounds(
      trx,
      station,
      soundFields.map((field) => before[field]),
    );
    const after = await readStationDetails(trx, station);
    await recordAudit(trx, {
      actor,
      action: "station.changed",
      station,
      details: { before: withoutLogo(before), after: withoutLogo(after) },
    });
    if (before.logo !== after.logo) {
      await publish(trx, station, { type: "station.stale" });
    }
    if (before.name !== after.name || before.colour !== after.colour) {
      for (const { user } of await readMembers(trx, station)) {
        await publishToUser(trx, user, { type: "rights.changed" });
      }
    }
    return after;
  });
}

/**
 * Sets the priority line and makes every desk read lines and calls again, because their order
 * changed.
 */
async function changePriorityLine(trx: Trx, station: string, line: string | null): Promise<void> {
  if (line !== null && (await findLine(trx, line))?.station !== station) {
    throw new ApiError("priority_line_foreign", {
      fields: { priorityLine: "is_no_phone_line" },
    });
  }
  if (await updatePriorityLine(trx, station, line)) {
    await publish(trx, station, { type: "station.stale" });
  }
}

/** Omits the data of the logo, which would mean nothing to a reader of the audit. */
function withoutLogo({ logo, ...details }: StationDetails) {
  return { ...details, hasLogo: logo !== null };
}
