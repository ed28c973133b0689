import { findStationDay } from "@linedesk/contract";
import type { Actor } from "../platform/db/actor.ts";
import { recordAudit } from "../platform/db/audit-store.ts";
import { ApiError } from "../platform/http/errors.ts";
import { toCsvLine } from "../platform/to-csv-line.ts";
import type { PrizeDeps } from "./record-win.ts";
import { findWins, type WinRow } from "./win-store.ts";

/** Beyond it the export is refused, not cut. */
const MOST_EXPORTED = 100_000;

const head = [
  "won on",
  "won at",
  "prize",
  "value",
  "name",
  "number",
  "address",
  "status",
  "status by",
  "status at",
  "recorded by",
  "exception",
  "withdrawn",
  "contest",
  "place",
  "counted at",
  "call",
];

function toLine(row: WinRow): string {
  return toCsvLine([
    row.wonOn,
    row.wonAt.toISOString(),
    row.prizeName,
    (row.valueCents / 100).toFixed(2),
    row.name ?? "",
    row.number,
    row.address ?? "",
    row.status,
    row.statusBy,
    row.statusAt.toISOString(),
    row.by,
    row.exception ?? "",
    row.withdrawn ?? "",
    row.contest ?? "",
    String(row.place ?? ""),
    row.countedAt?.toISOString() ?? "",
    row.call,
  ]);
}

/** Every win of the station, oldest first; who took it stands in the audit [PZ22]. */
export async function exportWins(
  { calls: { db, clock } }: PrizeDeps,
  { station, actor }: { station: string; actor: Actor },
): Promise<{ fileName: string; csv: string }> {
  const rows = await findWins(db, { station, of: null, before: null, limit: MOST_EXPORTED + 1 });
  if (rows.length > MOST_EXPORTED) {
    throw new ApiError("too_large", "There are too many wins for one file.");
  }
  const subject = { station, subjectType: "station", subjectId: station };
  await recordAudit(db, { actor, action: "prize_wins.exported", ...subject });
  const lines = [toCsvLine(head), ...rows.toReversed().map(toLine)];
  const day = findStationDay(new Date(clock.now()));
  return { fileName: `wins-${day}.csv`, csv: `${lines.join("\r\n")}\r\n` };
}
