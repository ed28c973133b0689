import type { LineDetails } from "@linedesk/contract";
import { type Actor, recordAudit } from "../../platform/db/audit-store.ts";
import type { Db, Trx } from "../../platform/db/database.ts";
import { lockEdit } from "../../platform/db/lock-edit-store.ts";
import { ApiError, requireFound } from "../../platform/http/errors.ts";
import { mergeChanges, type Seen } from "../../platform/http/merge-changes.ts";
import { publish } from "../../platform/realtime/publish.ts";
import { removeReplacedSounds } from "../../sounds/station-sounds.ts";
import {
  deletePhoneLine,
  findLineIdByNumber,
  hasContest,
  hasLiveCall,
  insertPhoneLine,
  type LineFields,
  listLines,
  updateOwn,
  updatePhoneLine,
} from "./phone-line-store.ts";
import { presentLine } from "./phone-lines.ts";
import { readGivenNumber, readSoundUrl } from "./read-given-number.ts";

export const lineSoundUses = { holdMusicUrl: "music", lineClosedUrl: "announcement" } as const;

export async function readLineDetails(db: Db, station: string): Promise<LineDetails[]> {
  return (await listLines(db, station)).map((line) => ({
    ...presentLine(line),
    isOwn: line.isOwn,
    holdMusicUrl: line.holdMusicUrl,
    lineClosedUrl: line.lineClosedUrl,
    forwardTo: line.forwardTo,
    withheld: line.withheld,
    withheldWords: line.withheldWords,
  }));
}

interface LineChange {
  station: string;
  fields: LineFields;
  actor: Actor;
  /** Is true when the person may declare a number as the station's own. */
  mayDeclareOwn: boolean;
  hasNumber: (number: string) => boolean;
}

/** Adds a line. The line is closed until a person opens it, unless the request opens it. */
export async function addLine(
  db: Db,
  change: LineChange & { open?: boolean },
): Promise<LineDetails> {
  const { station, actor, open = false } = change;
  const line = readFields(change.fields);
  const isOwn = change.mayDeclareOwn || change.hasNumber(line.number);
  return db.transaction().execute(async (trx) => {
    const id = await insertPhoneLine(trx, station, { ...line, open, isOwn });
    if (id === null) {
      throw numberTaken();
    }
    await record(trx, { actor, action: "line.added", station, line: id, details: { after: line } });
    return publishLine(trx, station, id);
  });
}

/** Changes a line. The telephony monitor later sends a new number to the telephony service. */
export async function changeLine(
  db: Db,
  change: LineChange & { line: string; seen?: Seen<LineFields> | undefined },
): Promise<LineDetails> {
  const { line: id, station, actor } = change;
  const [wanted, seen] = [readFields(change.fields), readSeen(change.seen)];
  return db.transaction().execute(async (trx) => {
    await lockEdit(trx, `phone_line.${id}`);
    const before = await requireLine(trx, station, id);
    const line = mergeChanges<LineFields>({ before, wanted, seen });
    const holder = await findLineIdByNumber(trx, line.number);
    if (holder !== null && holder !== id) {
      throw numberTaken();
    }
    const wasOwn = before.isOwn && before.number === line.number;
    // A person who leaves the number unchanged does not declare it as the station's own.
    const isGiven = line.number === wanted.number && line.number !== seen?.number;
    const isOwn = wasOwn || (change.mayDeclareOwn && isGiven) || change.hasNumber(line.number);
    await updatePhoneLine(trx, { station, line: id }, { ...line, isOwn });
    await removeReplacedSounds(trx, station, [before.holdMusicUrl, before.lineClosedUrl]);
    await record(trx, {
      actor,
      action: "line.changed",
      station,
      line: id,
      details: { before, after: line },
    });
    return publishLine(trx, station, id);
  });
}

/**
 * Marks the line's number as the station's own. Throws if it is not the number that the owner saw.
 */
export async function confirmOwnNumber(
  db: Db,
  given: { line: string; number: string; station: string; actor: Actor },
): Promise<LineDetails> {
  const { line: id, number, station, actor } = given;
  return db.transaction().execute(async (trx) => {
    await lockEdit(trx, `phone_line.${id}`);
    const before = await requireLine(trx, station, id);
    if (before.number !== number) {
      throw new ApiError("phone_line_renumbered", {
        fields: { number: "is_not_of_line" },
      });
    }
    await updateOwn(trx, id);
    await record(trx, { actor, action: "line.vouched", station, line: id, details: { number } });
    return publishLine(trx, station, id);
  });
}

/** Removes a line without live calls. Its past calls keep their data about the line. */
export async function removeLine(
  db: Db,
  { line: id, station, actor }: { line: string; station: string; actor: Actor },
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const before = await requireLine(trx, station, id);
    if (await hasLiveCall(trx, id)) {
      throw new ApiError("phone_line_in_call");
    }
    if (await hasContest(trx, id)) {
      throw new ApiError("phone_line_had_contest");
    }
    await deletePhoneLine(trx, { station, line: id });
    await removeReplacedSounds(trx, station, [before.holdMusicUrl, before.lineClosedUrl]);
    await record(trx, { actor, action: "line.removed", station, line: id, details: { before } });
    // No event removes a line, so every desk reads the lines again.
    await publish(trx, station, { type: "station.stale" });
    return id;
  });
}

function readFields(fields: LineFields): LineFields {
  return {
    ...fields,
    number: readGivenNumber(fields.number, "number"),
    holdMusicUrl: readSoundUrl(fields.holdMusicUrl, "holdMusicUrl"),
    lineClosedUrl: readSoundUrl(fields.lineClosedUrl, "lineClosedUrl"),
    forwardTo: fields.forwardTo === null ? null : readGivenNumber(fields.forwardTo, "forwardTo"),
  };
}

/** Converts the numbers that the person saw to E.164, like the numbers of the change. */
function readSeen(seen: Seen<LineFields> | undefined): Seen<LineFields> | undefined {
  if (seen === undefined) {
    return undefined;
  }
  const { number, forwardTo } = seen;
  return {
    ...seen,
    ...(number === undefined ? {} : { number: readGivenNumber(number, "number") }),
    ...(typeof forwardTo === "string"
      ? { forwardTo: readGivenNumber(forwardTo, "forwardTo") }
      : {}),
  };
}

function numberTaken(): ApiError {
  return new ApiError("phone_line_exists", {
    fields: { number: "is_taken" },
  });
}

async function requireLine(db: Db, station: string, id: string): Promise<LineDetails> {
  return requireFound(
    (await readLineDetails(db, station)).find((one) => one.id === id),
    "no_such_phone_line",
  );
}

async function publishLine(trx: Trx, station: string, id: string): Promise<LineDetails> {
  const details = await requireLine(trx, station, id);
  const shown = (await listLines(trx, station)).find((line) => line.id === id);
  if (shown !== undefined) {
    await publish(trx, station, { type: "line.changed", phoneLine: presentLine(shown) });
  }
  return details;
}

interface LineEntry {
  actor: Actor;
  action: string;
  station: string;
  line: string;
  details: Record<string, unknown>;
}

async function record(trx: Trx, { line, ...entry }: LineEntry): Promise<void> {
  await recordAudit(trx, { ...entry, subject: ["phone_line", line] });
}
