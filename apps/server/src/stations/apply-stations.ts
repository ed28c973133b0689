import { isDeepStrictEqual } from "node:util";

import type { LineDetails, StationDetails } from "@linedesk/contract";
import { ConfigError } from "../config/config.ts";
import { changeMember, inviteMember, readMembers } from "../people/members.ts";
import { recordAudit, systemActor } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { runExclusively } from "../platform/db/lock-edit-store.ts";
import { ApiError } from "../platform/http/errors.ts";
import { addLine, changeLine, readLineDetails } from "./phone-lines/line-details.ts";
import { readStationDetails, saveStationDetails } from "./station-details.ts";
import { findStationByCallSign, insertStation, listStations } from "./station-store.ts";
import type { GivenStation } from "./stations-file.ts";

/** Lists every station with the number of its lines and the number of its people. */
export const readStations = listStations;

const actor = systemActor;

/**
 * Creates and changes stations, lines and people as the file states. Everything else stays, and
 * nothing is removed. If the file has not changed, nothing changes, even when several servers start
 * at the same time.
 */
export async function applyStations(db: Db, stations: readonly GivenStation[]): Promise<void> {
  await runExclusively(db, "linedesk.stations", () => followFile(db, stations));
}

async function followFile(db: Db, stations: readonly GivenStation[]): Promise<void> {
  for (const [index, given] of stations.entries()) {
    try {
      const station = await findOrMake(db, given);
      await applyDetails(db, station, given);
      await applyLines(db, station, given);
      await applyPeople(db, station, given);
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      const words = `STATIONS cannot be applied at stations.${index} (${given.callSign})`;
      throw new ConfigError(`${words}: ${error.message}`, { cause: error });
    }
  }
}

async function findOrMake(db: Db, { callSign, name }: GivenStation): Promise<string> {
  const known = await findStationByCallSign(db, callSign);
  if (known !== null) {
    return known;
  }
  return db.transaction().execute(async (trx) => {
    const id = await insertStation(trx, { callSign, name });
    if (id === null) {
      throw new ApiError("stations_file_raced");
    }
    await recordAudit(trx, {
      actor,
      action: "station.added",
      station: id,
      details: { callSign, name },
    });
    return id;
  });
}

/** A value that is missing from the file is undefined and keeps the old value. */
function merge<T extends object>(before: T, given: { [Key in keyof T]?: T[Key] | undefined }): T {
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(named) };
}

async function applyDetails(db: Db, station: string, given: GivenStation): Promise<void> {
  const { lines: _lines, people: _people, callSign: _sign, ...details } = given;
  const { callSign: _own, ...before } = await readStationDetails(db, station);
  const wanted = merge<Omit<StationDetails, "callSign">>(before, details);
  if (!isDeepStrictEqual(wanted, before)) {
    await saveStationDetails(db, { station, details: wanted, actor });
  }
}

async function applyLines(db: Db, station: string, { lines }: GivenStation): Promise<void> {
  const known = await readLineDetails(db, station);
  for (const { open, ...given } of lines) {
    const before = known.find(({ number }) => number === given.number);
    const wanted = merge<LineFields>(before === undefined ? newLine : toFields(before), given);
    if (before === undefined) {
      await addLine(db, { station, fields: wanted, actor, open, ...trust });
    } else if (!before.isOwn || !isDeepStrictEqual(wanted, toFields(before))) {
      await changeLine(db, { station, line: before.id, fields: wanted, actor, ...trust });
    }
  }
}

/** The author of the file may declare numbers as the station's own. */
const trust = { mayDeclareOwn: true, hasNumber: () => false };

type LineFields = Parameters<typeof addLine>[1]["fields"];

const newLine: LineFields = {
  name: "",
  number: "",
  priority: false,
  holdMusicUrl: null,
  lineClosedUrl: null,
  forwardTo: null,
  withheld: "accept",
  withheldWords: null,
};

function toFields({ name, number, priority, ...line }: LineDetails): LineFields {
  const { holdMusicUrl, lineClosedUrl, forwardTo, withheld, withheldWords } = line;
  const sounds = { holdMusicUrl, lineClosedUrl };
  return { name, number, priority, ...sounds, forwardTo, withheld, withheldWords };
}

/** A role that comes from a sign-in group stays under the control of the group. */
async function applyPeople(db: Db, station: string, { people }: GivenStation): Promise<void> {
  const asker = null;
  for (const { email, role } of people) {
    const members = await readMembers(db, station);
    const before = members.find((member) => member.email?.toLowerCase() === email);
    if (before === undefined) {
      await inviteMember(db, { station, asker, actor, email, role });
    } else if (before.role !== role && !before.fromGroup) {
      await changeMember(db, { station, asker, actor, user: before.user, role });
    }
  }
}
