import { type CsvColumn, type CsvPage, nameCsvFile } from "@linedesk/contract";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import type { ExportCursors } from "../platform/http/export-cursors.ts";
import { CSV_PAGE_ROWS, writeCsvPage } from "../platform/write-csv-page.ts";
import {
  type ContestEntryRecord,
  type ContestRecord,
  countEntries,
  listEntries,
} from "./contest-store.ts";
import { findLoggedContest } from "./read-contest-log.ts";

/** No contest has so many callers. The server refuses a larger export, instead of shortening it. */
const MOST_EXPORTED = 100_000;

function listColumns(contest: ContestRecord): CsvColumn<ContestEntryRecord>[] {
  return [
    { head: "time", cell: ({ at }) => at.toISOString() },
    { head: "place", cell: ({ ordinal }) => ordinal },
    { head: "result", cell: ({ outcome }) => outcome },
    { head: "number", cell: ({ number }) => number ?? "withheld" },
    { head: "name", cell: ({ name }) => name },
    { head: "call", cell: ({ call_id: call }) => call },
    { head: "line", cell: () => contest.lineName },
    { head: "winning place", cell: () => contest.callerCount },
    { head: "started by", cell: () => contest.startedBy },
    { head: "started", cell: () => contest.startedAt.toISOString() },
    { head: "ended", cell: () => contest.endedAt?.toISOString() },
  ];
}

interface ContestExport {
  station: string;
  contest?: string | undefined;
  cursor?: string | undefined;
  user: string;
  actor: Actor;
}

export async function exportContest(
  db: Db,
  cursors: ExportCursors,
  { station, contest: named, cursor: sealed, user, actor }: ContestExport,
): Promise<CsvPage> {
  const contest = requireFound(
    await findLoggedContest(db, { station, contest: named }),
    "no_contest",
  );
  const action = "contest.exported";
  // A cursor names its contest, so it is invalid once another contest has begun.
  const taken = { action, user, filters: { station, contest: contest.id } };
  const cursor = cursors.open(taken, sealed);
  const before = cursor === undefined ? null : Number(cursor);
  const total = before === null ? await countAll(db, contest.id) : null;
  const page = { contest: contest.id, before, limit: CSV_PAGE_ROWS + 1 };
  const { last, ...written } = writeCsvPage(await listEntries(db, page), listColumns(contest));
  if (total !== null) {
    await recordAudit(db, { actor, action, station, subject: ["contest", contest.id] });
  }
  const nextCursor = cursors.seal(taken, last === null ? null : String(last.seq));
  const fileName = nameCsvFile("contest", contest.startedAt);
  return { fileName, ...written, total, nextCursor };
}

async function countAll(db: Db, contest: string): Promise<number> {
  const count = await countEntries(db, contest);
  if (count > MOST_EXPORTED) {
    throw new ApiError("contest_log_too_long");
  }
  return count;
}
