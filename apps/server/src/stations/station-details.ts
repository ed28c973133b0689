import type { StationDetails } from "@linedesk/contract";
import { readMembers } from "../people/members.ts";
import type { Actor } from "../platform/db/actor.ts";
import { recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { publishToUser } from "../platform/realtime/publish.ts";
import { readSoundUrl } from "./read-given-number.ts";
import { findStationDetails, updateStationDetails } from "./station-details-store.ts";

export async function readStationDetails(db: Db, station: string): Promise<StationDetails> {
  const found = await findStationDetails(db, station);
  if (found === null) {
    throw new ApiError("not_found", "There is no such station.");
  }
  return found;
}

const urlFields = ["liveProgrammeUrl", "holdMusicUrl", "lineClosedUrl", "linesBusyUrl"] as const;

interface DetailsChange {
  station: string;
  details: Omit<StationDetails, "callSign">;
  actor: Actor;
}

/** Saves the station's details, with an audit entry that names what changed [AD21]. */
export async function saveStationDetails(db: Db, change: DetailsChange): Promise<StationDetails> {
  const { station, actor } = change;
  const details = { ...change.details };
  for (const field of urlFields) {
    details[field] = readSoundUrl(details[field], field);
  }
  return db.transaction().execute(async (trx) => {
    const before = await readStationDetails(trx, station);
    await updateStationDetails(trx, station, details);
    const after = await readStationDetails(trx, station);
    await recordAudit(trx, {
      actor,
      action: "station.changed",
      station,
      subjectType: "station",
      subjectId: station,
      details: { before, after },
    });
    if (before.name !== after.name) {
      for (const { user } of await readMembers(trx, station)) {
        await publishToUser(trx, user, { type: "rights.changed" });
      }
    }
    return after;
  });
}
