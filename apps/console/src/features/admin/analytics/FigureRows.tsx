import { useTranslations } from "use-intl";

import type { AnalyticsRow } from "@linedesk/contract";
import { VisuallyHidden } from "../../../ui/VisuallyHidden.tsx";
import { DataTable } from "../table/DataTable.tsx";
import type { FigureTable } from "./figure-table.ts";
import { useFigureWords } from "./use-figure-words.ts";

import styles from "./Analytics.module.css";

interface FigureRowsProps {
  table: FigureTable;
  title: string;
  /** Is true for the hidden copy beside a chart, which screen readers read. */
  isHidden: boolean;
}

export function FigureRows({ table, title, isHidden }: FigureRowsProps) {
  return isHidden ? (
    <VisuallyHidden>
      <AllRows table={table} title={title} />
    </VisuallyHidden>
  ) : (
    <ArrangedRows table={table} title={title} />
  );
}

/** A column of figures, of the chosen period or of the previous one. */
interface FigureCells {
  id: string;
  title: string;
  pick: (row: AnalyticsRow) => number | undefined;
  write: (value: number | undefined) => string;
  sum: number | undefined;
}

function useCells({ columns, total, before }: FigureTable): FigureCells[] {
  const t = useTranslations("analytics");
  const words = useFigureWords();
  const now = columns.map((one) => ({
    id: one,
    title: t(`figure.${one}`),
    pick: ({ figures }: AnalyticsRow) => figures[one],
    write: (value: number | undefined) => words.figure(one, value),
    sum: total?.[one],
  }));
  if (before === null) {
    return now;
  }
  const earlier = columns.map((one) => ({
    id: `${one}Before`,
    title: t("figureBefore", { figure: t(`figure.${one}`) }),
    pick: (row: AnalyticsRow) => row.before?.figures[one],
    write: (value: number | undefined) => words.figure(one, value),
    sum: before[one],
  }));
  return [...now, ...earlier];
}

type Rows = Omit<FigureRowsProps, "isHidden">;

function ArrangedRows({ table, title }: Rows) {
  const t = useTranslations("analytics");
  const words = useFigureWords();
  const { kind, rows, total } = table;
  const cells = useCells(table);
  const figures = cells.map(({ id, title: head, pick, write }) => ({
    id,
    title: head,
    by: (row: AnalyticsRow) => pick(row) ?? 0,
    cell: (row: AnalyticsRow) => write(pick(row)),
  }));
  // Days and hours sort by time, people and prizes by name.
  const first = {
    id: "of",
    title: t(`of.${kind}`),
    by: ({ of, name }: AnalyticsRow) => name ?? of,
    words: ({ of, name }: AnalyticsRow) => words.full(kind, of, name),
    cell: ({ of, name }: AnalyticsRow) => words.full(kind, of, name),
  };
  return (
    <DataTable
      name={table.title}
      label={title}
      rows={rows}
      rowKey={({ of }) => of}
      columns={[first, ...figures]}
      foot={total === null ? null : [t("total"), ...cells.map(({ write, sum }) => write(sum))]}
    />
  );
}

function AllRows({ table, title }: Rows) {
  const t = useTranslations("analytics");
  const words = useFigureWords();
  const { kind, rows, total } = table;
  const cells = useCells(table);
  return (
    <table className={styles["table"]} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{t(`of.${kind}`)}</th>
          {cells.map(({ id, title: head }) => (
            <th key={id} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.of}>
            <th scope="row">
              {kind === "day" || kind === "month" ? (
                <time dateTime={row.of}>{words.full(kind, row.of, row.name)}</time>
              ) : (
                words.full(kind, row.of, row.name)
              )}
            </th>
            {cells.map(({ id, pick, write }) => (
              <td key={id}>{write(pick(row))}</td>
            ))}
          </tr>
        ))}
        {total === null ? null : (
          <tr>
            <th scope="row">{t("total")}</th>
            {cells.map(({ id, write, sum }) => (
              <td key={id}>{write(sum)}</td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
}
