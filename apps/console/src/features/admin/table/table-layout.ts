import { createContext, useContext, useMemo, useState } from "react";
import * as z from "zod/mini";

export interface TableMemory {
  layouts: Record<string, string>;
  save: (table: string, layout: string) => void;
}

/** Without a provider a table forgets its layout when the person leaves the page. */
export const TableMemoryContext = createContext<TableMemory>({
  layouts: {},
  save: () => undefined,
});

export interface TableLayoutView {
  layout: TableLayout;
  show: (layout: TableLayout) => void;
  save: (layout: TableLayout) => void;
}

export function useTableLayout(table: string): TableLayoutView {
  const memory = useContext(TableMemoryContext);
  const stored = memory.layouts[table];
  const remembered = useMemo(() => readLayout(stored), [stored]);
  const [chosen, setChosen] = useState<TableLayout | null>(null);
  return {
    layout: chosen ?? remembered,
    show: setChosen,
    save: (layout) => {
      setChosen(layout);
      memory.save(table, writeLayout(layout));
    },
  };
}

export const pageSizes = [10, 25, 50, 100] as const;
export const NARROWEST_PX = 56;
export const WIDEST_PX = 1_200;

const width = z.number().check(z.minimum(NARROWEST_PX), z.maximum(WIDEST_PX));
const tableLayout = z.object({
  sort: z.nullable(z.object({ id: z.string(), desc: z.boolean() })),
  rows: z.union(pageSizes.map((size) => z.literal(size))),
  /** The widths in px by column. The browser chooses the width of a column that is not listed. */
  widths: z.record(z.string(), width),
});

export type TableLayout = z.output<typeof tableLayout>;

export const defaultLayout: TableLayout = { sort: null, rows: 25, widths: {} };

export function readLayout(text: string | undefined): TableLayout {
  try {
    return tableLayout.parse(JSON.parse(text ?? ""));
  } catch {
    // A missing or unreadable value means the default layout.
    return defaultLayout;
  }
}

/** Returns an empty text for the default layout, which needs no storage. */
export function writeLayout(layout: TableLayout): string {
  return isDefaultLayout(layout) ? "" : JSON.stringify(layout);
}

export function isDefaultLayout({ sort, rows, widths }: TableLayout): boolean {
  return sort === null && rows === defaultLayout.rows && Object.keys(widths).length === 0;
}

export function nextSort(sort: TableLayout["sort"], id: string): TableLayout["sort"] {
  if (sort?.id !== id) {
    return { id, desc: false };
  }
  return sort.desc ? null : { id, desc: true };
}

export function limitWidth(px: number): number {
  return Math.round(Math.min(WIDEST_PX, Math.max(NARROWEST_PX, px)));
}
