import type { CsvPage } from "@linedesk/contract";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import type { ExportCursors } from "../platform/http/export-cursors.ts";
import { CSV_PAGE_ROWS, toCsvLine, writeCsvPage } from "../platform/write-csv-page.ts";
import {
  type ContestEntryRecord,
  type ContestRecord,
  countEntries,
  listEntries,
} from "./contest-store.ts";
import { findLoggedContest } from "./read-contest-log.ts";

/** More callers than a contest has; beyond it the export is refused, not cut. */
const MOST_EXPORTED = 100_000;

const head = [
  "time",
  "place",
  "result",
  "number",
  "name",
  "call",
  "line",
  "winning place",
  "started by",
  "started",
  "ended",
];

function toLine(entry: ContestEntryRecord, contest: ContestRecord): string {
  const { at, ordinal, outcome, number, name, call_id: call } = entry;
  const called = [at.toISOString(), String(ordinal ?? ""), outcome, number ?? "withheld"];
  const of = [
    contest.lineName,
    String(contest.callerCount),
    contest.startedBy,
    contest.startedAt.toISOString(),
    contest.endedAt?.toISOString() ?? "",
  ];
  return toCsvLine([...called, name ?? "", call, ...of]);
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
    "The station has had no contest.",
  );
  const action = "contest.exported";
  // Once another contest has begun, its log is no page of this one's file.
  const taken = { action, user, filters: { station, contest: contest.id } };
  const cursor = cursors.open(taken, sealed);
  const before = cursor === undefined ? null : Number(cursor);
  const total = before === null ? await countAll(db, contest.id) : null;
  const page = { contest: contest.id, before, limit: CSV_PAGE_ROWS + 1 };
  const { last, ...written } = writeCsvPage(await listEntries(db, page), {
    head,
    toLine: (entry) => toLine(entry, contest),
  });
  if (total !== null) {
    await recordAudit(db, { actor, action, station, subject: ["contest", contest.id] });
  }
  const day = contest.startedAt.toISOString().slice(0, 10);
  const nextCursor = cursors.seal(taken, last === null ? null : String(last.seq));
  return { fileName: `contest-${day}.csv`, ...written, total, nextCursor };
}

async function countAll(db: Db, contest: string): Promise<number> {
  const count = await countEntries(db, contest);
  if (count > MOST_EXPORTED) {
    throw new ApiError("too_large", "The log of this contest is too long for one file.");
  }
  return count;
}
