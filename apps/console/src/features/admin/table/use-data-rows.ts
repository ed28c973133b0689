import {
  columnFilteringFeature,
  columnSizingFeature,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo, useState, type ReactNode } from "react";
import { useLocale } from "use-intl";

import type { TableLayout } from "./table-layout.ts";

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
  columnSizingFeature,
});

interface DataRowsOptions<Row> {
  rows: readonly Row[];
  columns: readonly DataColumn<Row>[];
  rowKey: (row: Row) => string;
  layout: TableLayout;
}

export interface DataRows<Row> {
  shown: { key: string; row: Row }[];
  total: number;
  from: number;
  query: string;
  find: (query: string) => void;
  /** Shows the previous page; `null` on the first one. */
  previous: (() => void) | null;
  next: (() => void) | null;
}

export function useDataRows<Row extends object>(options: DataRowsOptions<Row>): DataRows<Row> {
  const { rows, columns, rowKey, layout } = options;
  const [query, setQuery] = useState("");
  const [page, setPage] = useState(0);
  const compare = useCompare();
  const data = useMemo(() => [...rows], [rows]);
  const sort = columns.some(({ id }) => id === layout.sort?.id) ? layout.sort : null;
  const table = useTable({
    features,
    data,
    columns: columns.map((column) => ({
      id: column.id,
      accessorFn: (row: Row) => column.by?.(row) ?? "",
      sortFn: (one: { original: Row }, other: { original: Row }) =>
        compare(column.by?.(one.original) ?? "", column.by?.(other.original) ?? ""),
    })),
    getRowId: rowKey,
    autoResetPageIndex: false,
    getColumnCanGlobalFilter: () => true,
    globalFilterFn: ({ original }: { original: Row }, id: string, wanted: string) => {
      const column = columns.find((one) => one.id === id);
      return column !== undefined && fold(readWords(column, original)).includes(wanted);
    },
    state: {
      sorting: sort === null ? [] : [sort],
      globalFilter: fold(query),
      pagination: { pageIndex: page, pageSize: layout.rows },
      columnSizing: layout.widths,
    },
  });
  const total = table.getRowCount();
  const last = Math.max(0, Math.ceil(total / layout.rows) - 1);
  // The page may no longer exist, because rows were removed or a page now has more rows.
  if (page > last) {
    setPage(last);
  }
  return {
    shown: table.getRowModel().rows.map(({ id, original }) => ({ key: id, row: original })),
    total,
    from: page * layout.rows,
    query,
    find: (wanted) => {
      setQuery(wanted);
      setPage(0);
    },
    previous: page > 0 ? () => setPage(page - 1) : null,
    next: page < last ? () => setPage(page + 1) : null,
  };
}

function useCompare() {
  const locale = useLocale();
  return useMemo(() => {
    const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: "base" });
    return (one: string | number, other: string | number) =>
      typeof one === "number" && typeof other === "number"
        ? one - other
        : compare(String(one), String(other));
  }, [locale]);
}

export interface DataColumn<Row> {
  id: string;
  title: string;
  /** Draws the cell; the default is the sort value. */
  cell?: (row: Row) => ReactNode;
  /** Returns the sort value; a column without it is not sortable. */
  by?: (row: Row) => string | number;
  words?: (row: Row) => string;
}

/** Returns the searchable text of a cell, which is empty for a figure or time without `words`. */
function readWords<Row>({ by, words }: DataColumn<Row>, row: Row): string {
  const text = words?.(row) ?? by?.(row);
  return typeof text === "string" ? text : "";
}

function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();
}
