import { type CsvPage, findStationDay } from "@linedesk/contract";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { CSV_PAGE_ROWS, toCsvLine, writeCsvPage } from "../platform/write-csv-page.ts";
import type { PrizeDeps } from "./record-win.ts";
import { countWins, findWins, type WinRow } from "./win-store.ts";

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

export async function exportWins(
  { calls: { db, clock } }: PrizeDeps,
  { station, cursor, actor }: { station: string; cursor: string | undefined; actor: Actor },
): Promise<CsvPage> {
  const before = cursor ?? null;
  const total = before === null ? await countAll(db, station) : null;
  const found = await findWins(db, { station, of: null, before, limit: CSV_PAGE_ROWS + 1 });
  if (total !== null) {
    await recordAudit(db, { actor, action: "prize_wins.exported", station });
  }
  const { csv, rows, last } = writeCsvPage(found, { head, toLine });
  const day = findStationDay(new Date(clock.now()));
  return { fileName: `wins-${day}.csv`, csv, rows, total, nextCursor: last?.id ?? null };
}

async function countAll(db: Db, station: string): Promise<number> {
  const count = await countWins(db, station);
  if (count > MOST_EXPORTED) {
    throw new ApiError("too_large", "There are too many wins for one file.");
  }
  return count;
}
