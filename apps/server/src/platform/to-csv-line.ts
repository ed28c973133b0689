import { FORMULA_START } from "@linedesk/contract";

/** A text that a spreadsheet would take for a formula begins with an apostrophe. */
function toCell(value: string): string {
  const safe = FORMULA_START.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** One line of a CSV file, without its end. */
export function toCsvLine(cells: readonly string[]): string {
  return cells.map(toCell).join(",");
}
