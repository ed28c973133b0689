import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../../ui/Button.tsx";
import { VisuallyHidden } from "../../../ui/VisuallyHidden.tsx";
import { HeadCell } from "./HeadCell.tsx";
import {
  defaultLayout,
  isDefaultLayout,
  type TableLayout,
  type TableLayoutView,
  useTableLayout,
} from "./table-layout.ts";
import { TablePager } from "./TablePager.tsx";
import { type DataRows, useDataRows, type DataColumn } from "./use-data-rows.ts";

import styles from "./DataTable.module.css";

/** The column of the buttons, which has exactly their width. */
const ACTIONS = "actions";
/** A table with fewer rows needs no search. */
const FIND_FROM = 6;

export interface DataTableProps<Row extends object> {
  name: string;
  label: string;
  rows: readonly Row[];
  columns: readonly DataColumn<Row>[];
  rowKey: (row: Row) => string;
  actions?: { title: string; cell: (row: Row) => ReactNode };
  /** A last row that sorting and search do not affect, with one cell for each column. */
  foot?: readonly ReactNode[] | null;
  search?: TableSearch;
}

export interface TableSearch {
  words: string;
  query: string;
  find: (query: string) => void;
}

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { name, label, rows, columns, rowKey, actions, foot, search } = props;
  const t = useTranslations("tables");
  const view = useTableLayout(name);
  const own = useDataRows({ rows, columns, rowKey, layout: view.layout });
  const data = { ...own, ...search };
  const ids = [...columns.map(({ id }) => id), ...(actions === undefined ? [] : [ACTIONS])];
  const px = sumWidths(view.layout, ids);
  return (
    <div className={styles["block"]}>
      <TableTools
        words={search?.words ?? t("find", { table: label })}
        data={data}
        view={view}
        hasFind={search !== undefined || rows.length >= FIND_FROM || data.query !== ""}
      />
      <div className={styles["scroll"]}>
        <table
          className={styles["table"]}
          aria-label={label}
          data-sized={px !== null || undefined}
          style={px === null ? undefined : { width: px }}
        >
          <Head
            columns={columns}
            view={view}
            actions={actions?.title ?? null}
            isSized={px !== null}
          />
          <tbody>
            {data.shown.map(({ key, row }) => (
              <tr key={key}>
                {columns.map((column) => (
                  <td key={column.id} data-title={column.title}>
                    <div>{(column.cell ?? column.by)?.(row)}</div>
                  </td>
                ))}
                {actions === undefined ? null : (
                  <td className={styles["actions"]}>{actions.cell(row)}</td>
                )}
              </tr>
            ))}
          </tbody>
          {foot === null || foot === undefined ? null : <Foot columns={columns} cells={foot} />}
        </table>
      </div>
      {data.total === 0 && data.query !== "" ? (
        <output className={styles["none"]}>{t("none", { words: data.query })}</output>
      ) : null}
      <TablePager label={label} data={data} view={view} />
    </div>
  );
}

/** Returns the width of the whole table; `null` when a column has no set width. */
function sumWidths({ widths }: TableLayout, ids: readonly string[]): number | null {
  const known = ids.flatMap((id) => widths[id] ?? []);
  return known.length < ids.length ? null : known.reduce((sum, px) => sum + px, 0);
}

interface HeadProps {
  columns: readonly { id: string; title: string; by?: unknown }[];
  view: TableLayoutView;
  actions: string | null;
  isSized: boolean;
}

function Head({ columns, view, actions, isSized }: HeadProps) {
  const head = useRef<HTMLTableRowElement>(null);
  const widths = isSized ? view.layout.widths : {};
  return (
    <thead>
      <tr ref={head}>
        {columns.map(({ id, title, by }) => (
          <HeadCell
            key={id}
            column={{ id, title }}
            isSortable={by !== undefined}
            px={widths[id]}
            view={view}
            head={head}
          />
        ))}
        {actions === null ? null : (
          <th scope="col" data-column={ACTIONS} style={{ width: widths[ACTIONS] }}>
            <VisuallyHidden>{actions}</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface FootProps {
  columns: readonly { id: string; title: string }[];
  cells: readonly ReactNode[];
}

function Foot({ columns, cells }: FootProps) {
  return (
    <tfoot>
      <tr>
        {columns.map(({ id, title }, index) => (
          <td key={id} data-title={title}>
            <div>{cells[index]}</div>
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/** Prevents Enter in the search field from submitting a form around the table. */
function preventSubmit(event: KeyboardEvent): void {
  if (event.key === "Enter") {
    event.preventDefault();
  }
}

interface TableToolsProps {
  words: string;
  data: Pick<DataRows<object>, "query" | "find">;
  view: TableLayoutView;
  hasFind: boolean;
}

function TableTools({ words, data: { query, find }, view, hasFind }: TableToolsProps) {
  const t = useTranslations("tables");
  if (!hasFind && isDefaultLayout(view.layout)) {
    return null;
  }
  return (
    <div className={styles["tools"]}>
      {hasFind ? (
        <input
          type="search"
          aria-label={words}
          autoComplete="off"
          data-1p-ignore=""
          placeholder={words}
          maxLength={100}
          value={query}
          onChange={(event) => find(event.target.value)}
          onKeyDown={preventSubmit}
        />
      ) : null}
      {query === "" ? null : (
        <Button look="quiet" onClick={() => find("")}>
          {t("clear")}
        </Button>
      )}
      {isDefaultLayout(view.layout) ? null : (
        <Button look="quiet" onClick={() => view.save(defaultLayout)}>
          {t("reset")}
        </Button>
      )}
    </div>
  );
}
