import papa from "papaparse";

import { findStationDay } from "./station-day.ts";

/** One column of a CSV file; `null` and `undefined` are empty cells. */
export interface CsvColumn<Row> {
  head: string;
  cell: (row: Row) => string | number | null | undefined;
}

/**
 * Matches the places at which a spreadsheet may begin a formula: the beginning of a text, and the
 * position after a line end or a character that some spreadsheets treat as the end of the cell. A
 * formula may begin with a full-width character of an Asian keyboard, or after apostrophes that are
 * already there.
 */
const FORMULA_STARTS =
  /^(?=[ ']*[=+\-@＝＋－＠]|'*[\t\r\n])|(?<=[;|\t\r\n])(?=[ ']*[=+\-@＝＋－＠])/g;
const GUARDS = /^'(?=[ ']*[=+\-@＝＋－＠]|'*[\t\r\n])|(?<=[;|\t\r\n])'(?=[ ']*[=+\-@＝＋－＠])/g;

/** Puts an apostrophe before each place where a spreadsheet could begin a formula. */
export function guardCell(text: string): string {
  return text.replaceAll(FORMULA_STARTS, "'");
}

/** Removes the apostrophes that `guardCell` added. */
export function unguardCell(cell: string): string {
  return cell.replaceAll(GUARDS, "");
}

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
  const guarded = lines.map((cells) =>
    cells.map((cell) => (typeof cell === "string" ? guardCell(cell) : cell)),
  );
  return lines.length === 0 ? "" : `${papa.unparse(guarded, { quotes, newline: "\r\n" })}\r\n`;
}
