import { type CsvColumn, writeCsvHead, writeCsvRows } from "@linedesk/contract";

/**
 * The number of rows per page of a file. A query requests one more row, to find out whether another
 * page follows.
 */
export const CSV_PAGE_ROWS = 1_000;

interface WrittenPage<Row> {
  csv: string;
  rows: number;
  /** The next page begins after this row; `null` on the last page. */
  last: Row | null;
}

/**
 * Writes one page of a file. Rows are fetched newest first and written oldest first. The last page
 * has the header row, so the file consists of the pages in reverse order.
 */
export function writeCsvPage<Row>(
  found: readonly Row[],
  columns: readonly CsvColumn<Row>[],
): WrittenPage<Row> {
  const rows = found.slice(0, CSV_PAGE_ROWS);
  const hasMore = found.length > rows.length;
  const head = hasMore ? "" : writeCsvHead(columns);
  const last = hasMore ? (rows.at(-1) ?? null) : null;
  return { csv: head + writeCsvRows(columns, rows.toReversed()), rows: rows.length, last };
}
