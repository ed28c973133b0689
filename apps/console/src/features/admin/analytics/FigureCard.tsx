import { type RefObject, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import {
  type AnalyticsRow,
  type CsvColumn,
  type Figures,
  nameCsvFile,
  writeCsvFile,
} from "@linedesk/contract";
import { saveFile } from "../../../lib/save-file.ts";
import { Button } from "../../../ui/Button.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { type Bar, BarChart } from "./BarChart.tsx";
import type { FigureTable } from "./figure-table.ts";
import { FigureRows } from "./FigureRows.tsx";
import { saveChart } from "./save-chart.ts";
import { useFigureWords } from "./use-figure-words.ts";

import styles from "./Analytics.module.css";

type View = "chart" | "table";

/** A chart with more bars uses the whole width. */
const MOST_NARROW_BARS = 12;
/** A table with more columns uses the whole width. */
const MOST_NARROW_COLUMNS = 3;

function isWideTable({ columns, before }: FigureTable): boolean {
  return 1 + columns.length * (before === null ? 1 : 2) > MOST_NARROW_COLUMNS;
}

export function FigureCard({ table, hint }: { table: FigureTable; hint: string }) {
  const t = useTranslations("analytics");
  const title = t(`title.${table.title}`);
  const hasChart = table.series.length > 0;
  const [view, setView] = useState<View>("chart");
  const svg = useRef<SVGSVGElement>(null);
  const name = `${table.title}-${table.days}`;
  const isChart = hasChart && view === "chart";
  const isWide = isChart ? table.rows.length > MOST_NARROW_BARS : isWideTable(table);
  const [hasFailed, setFailed] = useState(false);
  async function savePicture() {
    const series = table.series.map((one) => t(`figure.${one}`));
    const before = table.before === null ? null : t("before");
    const head = `${title}, ${table.days}`;
    setFailed(false);
    try {
      const drawn = requireChart(svg.current);
      await saveChart({ name: `${name}.png`, title: head, series, before, svg: drawn });
    } catch {
      // The browser gives no reason that helps a person.
      setFailed(true);
    }
  }
  return (
    <section className={styles["card"]} data-wide={isWide || undefined}>
      <header className={styles["cardHead"]}>
        <h3>{title}</h3>
        <span className={styles["tools"]}>
          <SaveCsv table={table} name={name} title={title} />
          {isChart ? (
            <Button
              look="quiet"
              aria-label={t("pngOf", { title })}
              onClick={() => void savePicture()}
            >
              {t("png")}
            </Button>
          ) : null}
          {hasChart ? (
            <Segments
              label={t("view", { title })}
              value={view}
              segments={[
                { value: "chart", label: t("chart") },
                { value: "table", label: t("table") },
              ]}
              onChange={setView}
            />
          ) : null}
        </span>
      </header>
      <p className={styles["hint"]}>{hint}</p>
      {isChart ? <Legend table={table} /> : null}
      {hasFailed ? <output>{t("pngFailed")}</output> : null}
      {isChart ? <Chart table={table} title={title} svg={svg} /> : null}
      <FigureRows table={table} title={title} isHidden={isChart} />
    </section>
  );
}

function requireChart(svg: SVGSVGElement | null): SVGSVGElement {
  if (svg === null) {
    throw new Error("the chart is not drawn");
  }
  return svg;
}

function Legend({ table }: { table: FigureTable }) {
  const t = useTranslations("analytics");
  return (
    <span className={styles["legend"]}>
      {table.series.map((name, index) => (
        <span key={name} data-part={index}>
          {t(`figure.${name}`)}
        </span>
      ))}
      {table.before === null ? null : <span data-before="">{t("before")}</span>}
    </span>
  );
}

interface ChartProps {
  table: FigureTable;
  title: string;
  svg: RefObject<SVGSVGElement | null>;
}

function Chart({ table: { kind, series, rows }, title, svg }: ChartProps) {
  const t = useTranslations("analytics");
  const words = useFigureWords();
  function readRow(head: string, figures: Figures): string {
    const parts = series.map((one) => `${words.figure(one, figures[one])} ${t(`figure.${one}`)}`);
    return `${head}: ${parts.join(", ")}`;
  }
  function sumFigures(figures: Figures): number[] {
    return series.map((one) => figures[one] ?? 0);
  }
  function readBefore({ of, before }: AnalyticsRow): Bar["before"] {
    if (before === null) {
      return null;
    }
    const head = before.of === of ? t("before") : words.full(kind, before.of, null);
    const sum = sumFigures(before.figures).reduce((all, part) => all + part, 0);
    return { words: readRow(head, before.figures), sum };
  }
  return (
    <BarChart
      label={t("pick", { title })}
      svg={svg}
      writeValue={words.round}
      bars={rows.map((row) => ({
        short: words.short(kind, row.of, row.name),
        words: readRow(words.full(kind, row.of, row.name), row.figures),
        parts: sumFigures(row.figures),
        before: readBefore(row),
      }))}
    />
  );
}

function SaveCsv({ table, name, title }: { table: FigureTable; name: string; title: string }) {
  const t = useTranslations("analytics");
  const { kind, columns, rows, before } = table;
  const besides = before === null ? [] : columns;
  function save() {
    const columnsOfFile: CsvColumn<AnalyticsRow>[] = [
      { head: t(`of.${kind}`), cell: (row) => row.name ?? row.of },
      ...columns.map((one) => ({
        head: t(`figure.${one}`),
        cell: (row: AnalyticsRow) => toNumber(one, row.figures[one]),
      })),
      ...besides.map((one) => ({
        head: t("figureBefore", { figure: t(`figure.${one}`) }),
        cell: (row: AnalyticsRow) => toNumber(one, row.before?.figures[one]),
      })),
    ];
    const text = writeCsvFile(columnsOfFile, rows);
    saveFile({ name: nameCsvFile(name, new Date()), text });
  }
  return (
    <Button look="quiet" aria-label={t("csvOf", { title })} onClick={save}>
      {t("csv")}
    </Button>
  );
}

/** Converts cents to dollars, and returns other figures unchanged. */
function toNumber(name: string, value: number | undefined): number | undefined {
  return name === "cents" && value !== undefined ? value / 100 : value;
}
