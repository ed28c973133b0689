import papa from "papaparse";

import { findStationDay } from "./station-day.ts";

/** One column of a CSV file; `null` and `undefined` are empty cells. */
export interface CsvColumn<Row> {
  head: string;
  cell: (row: Row) => string | number | null | undefined;
}

/**
 * The first character of a text that a spreadsheet may run as a formula, including the full-width
 * characters of Asian keyboards. A CSV file puts an apostrophe before such a text.
 */
export const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** A spreadsheet reads a file with this byte order mark as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Returns the beginning of a file: its byte order mark and the line that names the columns. */
export function writeCsvHead<Row>(columns: readonly CsvColumn<Row>[]): string {
  return `${BYTE_ORDER_MARK}${writeLines([columns.map(({ head }) => head)])}`;
}

/** Returns the lines of these rows. Text is quoted, numbers are not, and lines end with CR LF. */
export function writeCsvRows<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): string {
  return writeLines(rows.map((row) => columns.map(({ cell }) => cell(row))));
}

/** Returns a whole CSV file (RFC 4180). A spreadsheet treats no cell of it as a formula. */
export function writeCsvFile<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): string {
  return writeCsvHead(columns) + writeCsvRows(columns, rows);
}

/** Returns a file name with the day at the station, such as `wins-2026-11-29.csv`. */
export function nameCsvFile(subject: string, at: Date): string {
  return `${subject}-${findStationDay(at)}.csv`;
}

function writeLines(lines: readonly unknown[][]): string {
  const quotes = (value: unknown) => typeof value === "string";
  const options = { escapeFormulae: FORMULA_START, quotes, newline: "\r\n" };
  return lines.length === 0 ? "" : `${papa.unparse([...lines], options)}\r\n`;
}
