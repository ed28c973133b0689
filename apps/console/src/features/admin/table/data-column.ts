import type { ReactNode } from "react";

/** A column of a `DataTable`. */
export interface DataColumn<Row> {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** What it is sorted by; what has none is not sorted. */
  by?: (row: Row) => string | number;
  /** What it is found by, where that is more than the text it is sorted by. */
  words?: (row: Row) => string;
}

/** What a cell is found by; figures and times alone are not. */
export function readWords<Row>({ by, words }: DataColumn<Row>, row: Row): string {
  const text = words?.(row) ?? by?.(row);
  return typeof text === "string" ? text : "";
}

/** Without regard to capitals and accents. */
export function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();
}
