import { type CsvColumn, type CsvPage, nameCsvFile } from "@linedesk/contract";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { CSV_PAGE_ROWS, writeCsvPage } from "../platform/write-csv-page.ts";
import type { PrizeDeps } from "./record-win.ts";
import { countWins, findWins, type WinRow } from "./win-store.ts";

/** The server refuses a larger export, instead of shortening it. */
const MOST_EXPORTED = 100_000;

const columns: CsvColumn<WinRow>[] = [
  { head: "won on", cell: ({ wonOn }) => wonOn },
  { head: "won at", cell: ({ wonAt }) => wonAt.toISOString() },
  { head: "prize", cell: ({ prizeName }) => prizeName },
  { head: "value", cell: ({ valueCents }) => (valueCents / 100).toFixed(2) },
  { head: "name", cell: ({ name }) => name },
  { head: "number", cell: ({ number }) => number },
  { head: "address", cell: ({ address }) => address },
  { head: "status", cell: ({ status }) => status },
  { head: "status by", cell: ({ statusBy }) => statusBy },
  { head: "status at", cell: ({ statusAt }) => statusAt.toISOString() },
  { head: "recorded by", cell: ({ by }) => by },
  { head: "exception", cell: ({ exception }) => exception },
  { head: "withdrawn", cell: ({ withdrawn }) => withdrawn },
  { head: "contest", cell: ({ contest }) => contest },
  { head: "place", cell: ({ place }) => place },
  { head: "counted at", cell: ({ countedAt }) => countedAt?.toISOString() },
  { head: "call", cell: ({ call }) => call },
];

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
  const { csv, rows, last } = writeCsvPage(found, columns);
  const fileName = nameCsvFile("wins", new Date(clock.now()));
  return { fileName, csv, rows, total, nextCursor: last?.id ?? null };
}

async function countAll(db: Db, station: string): Promise<number> {
  const count = await countWins(db, station);
  if (count > MOST_EXPORTED) {
    throw new ApiError("too_many_wins");
  }
  return count;
}
