import { FORMULA_START } from "@linedesk/contract";

/** Lines of one page of a file; one more is fetched, to know whether there is another page. */
export const CSV_PAGE_ROWS = 1_000;

interface CsvShape<Row> {
  head: readonly string[];
  toLine: (row: Row) => string;
}

interface WrittenPage<Row> {
  csv: string;
  rows: number;
  /** Behind which the next page begins; null where there is none. */
  last: Row | null;
}

/**
 * A page of a file of rows that are fetched newest first and stand in it oldest first: the head
 * comes with the last page, and the whole file is the pages in the order against which they came.
 */
export function writeCsvPage<Row>(
  found: readonly Row[],
  { head, toLine }: CsvShape<Row>,
): WrittenPage<Row> {
  const rows = found.slice(0, CSV_PAGE_ROWS);
  const hasMore = found.length > rows.length;
  const lines = [...(hasMore ? [] : [toCsvLine(head)]), ...rows.toReversed().map(toLine)];
  const last = hasMore ? (rows.at(-1) ?? null) : null;
  return { csv: `${lines.join("\r\n")}\r\n`, rows: rows.length, last };
}

/** A text that a spreadsheet would take for a formula begins with an apostrophe. */
function toCell(value: string): string {
  const safe = FORMULA_START.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

export function toCsvLine(cells: readonly string[]): string {
  return cells.map(toCell).join(",");
}
