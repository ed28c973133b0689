import { createContext, useContext, useMemo, useState } from "react";

import { readLayout, type TableLayout, writeLayout } from "./table-layout.ts";

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
