import { createContext, useContext, useMemo, useState } from "react";
import * as z from "zod/mini";

export interface TableMemory {
  layouts: Record<string, string>;
  save: (table: string, layout: string) => void;
}

/** Without one a table forgets its layout when it is left. */
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
  /** By column; none: the browser shares the room. */
  widths: z.record(z.string(), width),
});

export type TableLayout = z.output<typeof tableLayout>;

export const firstLayout: TableLayout = { sort: null, rows: 25, widths: {} };

export function readLayout(text: string | undefined): TableLayout {
  try {
    return tableLayout.parse(JSON.parse(text ?? ""));
  } catch {
    // Nothing stored is no fault, and what cannot be read is chosen anew.
    return firstLayout;
  }
}

/** Empty for a table as it is at first, which nobody need remember. */
export function writeLayout(layout: TableLayout): string {
  return isFirst(layout) ? "" : JSON.stringify(layout);
}

export function isFirst({ sort, rows, widths }: TableLayout): boolean {
  return sort === null && rows === firstLayout.rows && Object.keys(widths).length === 0;
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
