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
  /** Beside its chart, for who does not see that. */
  isHidden: boolean;
}

/** The figures as they are: all of them beside a chart, and as a table that one arranges. */
export function FigureRows({ table, title, isHidden }: FigureRowsProps) {
  return isHidden ? (
    <VisuallyHidden>
      <AllRows table={table} title={title} />
    </VisuallyHidden>
  ) : (
    <ArrangedRows table={table} title={title} />
  );
}

type Rows = Omit<FigureRowsProps, "isHidden">;

function ArrangedRows({ table, title }: Rows) {
  const t = useTranslations("analytics");
  const words = useFigureWords();
  const { kind, columns, rows, total } = table;
  const figures = columns.map((one) => ({
    id: one,
    title: t(`figure.${one}`),
    by: (row: AnalyticsRow) => row.figures[one] ?? 0,
    cell: (row: AnalyticsRow) => words.figure(one, row.figures[one]),
  }));
  // Days and hours sort as they follow each other, people and prizes by name.
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
      foot={
        total === null ? null : [t("total"), ...columns.map((one) => words.figure(one, total[one]))]
      }
    />
  );
}

function AllRows({ table, title }: Rows) {
  const t = useTranslations("analytics");
  const words = useFigureWords();
  const { kind, columns, rows, total } = table;
  return (
    <table className={styles["table"]} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{t(`of.${kind}`)}</th>
          {columns.map((one) => (
            <th key={one} scope="col">
              {t(`figure.${one}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ of, name, figures }) => (
          <tr key={of}>
            <th scope="row">
              {kind === "day" || kind === "month" ? (
                <time dateTime={of}>{words.full(kind, of, name)}</time>
              ) : (
                words.full(kind, of, name)
              )}
            </th>
            {columns.map((one) => (
              <td key={one}>{words.figure(one, figures[one])}</td>
            ))}
          </tr>
        ))}
        {total === null ? null : (
          <tr>
            <th scope="row">{t("total")}</th>
            {columns.map((one) => (
              <td key={one}>{words.figure(one, total[one])}</td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
}
