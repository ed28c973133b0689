import type { Actor } from "../platform/db/actor.ts";
import { recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { toCsvLine } from "../platform/to-csv-line.ts";
import { findLastContest, listEntries, type ContestEntryRecord } from "./contest-store.ts";

/** More callers than a contest has; beyond it the export is refused, not cut. */
const MOST_EXPORTED = 100_000;

const head = ["time", "place", "result", "number", "name", "call"];

function toLine({ at, ordinal, outcome, number, name, call_id: call }: ContestEntryRecord): string {
  const cells = [
    at.toISOString(),
    String(ordinal ?? ""),
    outcome,
    number ?? "withheld",
    name ?? "",
  ];
  return toCsvLine([...cells, call]);
}

/** The log of the station's last contest, oldest first; who took it stands in the audit. */
export async function exportContest(
  db: Db,
  { station, actor }: { station: string; actor: Actor },
): Promise<{ fileName: string; csv: string }> {
  const contest = await findLastContest(db, station);
  if (contest === null) {
    throw new ApiError("not_found", "The station has had no contest.");
  }
  const page = { contest: contest.id, before: null, limit: MOST_EXPORTED + 1 };
  const entries = await listEntries(db, page);
  if (entries.length > MOST_EXPORTED) {
    throw new ApiError("too_large", "The log of this contest is too long for one file.");
  }
  await recordAudit(db, {
    actor,
    action: "contest.exported",
    station,
    subjectType: "contest",
    subjectId: contest.id,
  });
  const lines = [toCsvLine(head), ...entries.toReversed().map(toLine)];
  const day = contest.startedAt.toISOString().slice(0, 10);
  return { fileName: `contest-${day}.csv`, csv: `${lines.join("\r\n")}\r\n` };
}
