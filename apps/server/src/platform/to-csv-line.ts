import { FORMULA_START } from "@linedesk/contract";

/** A text that a spreadsheet would take for a formula begins with an apostrophe. */
function toCell(value: string): string {
  const safe = FORMULA_START.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

export function toCsvLine(cells: readonly string[]): string {
  return cells.map(toCell).join(",");
}
