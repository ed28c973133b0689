import { useTranslations, useFormatter } from "use-intl";

import type { FigureName } from "@linedesk/contract";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { formatDuration } from "../../../ui/time/time-formats.ts";
import type { Answers } from "./day-range.ts";
import { type FigureTable, listTables, findChange } from "./figure-table.ts";
import { FigureCard } from "./FigureCard.tsx";
import { useFigureWords } from "./use-figure-words.ts";

import styles from "./Analytics.module.css";

const DAY_MS = 86_400_000;

export function AnalyticsView({ answers }: { answers: Answers }) {
  const t = useTranslations("analytics");
  const words = useFigureWords();
  const { from, to, pendingDays } = answers.calls_by_hour;
  const pending = t("pending", { days: pendingDays });
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const range =
    from === to ? words.day(from) : t("fromTo", { from: words.day(from), to: words.day(to) });
  const { averageS, medianS } = answers.waiting_times.total;
  function hint({ title }: FigureTable) {
    const average = words.figure("averageS", averageS);
    return t(`hint.${title}`, { average, median: words.figure("medianS", medianS) });
  }
  const { inbound = 0, outbound = 0 } = answers.calls_by_hour.total;
  return (
    <div className={styles["page"]}>
      <p className={styles["against"]}>{t("against", { days, range })}</p>
      {inbound + outbound === 0 ? (
        <NoFigures pending={pendingDays === 0 ? null : pending} />
      ) : (
        <>
          {pendingDays === 0 ? null : <output>{pending}</output>}
          <FigureTiles answers={answers} />
          <div className={styles["cards"]}>
            {listTables(answers).map((table) => (
              <FigureCard key={table.title} table={table} hint={hint(table)} />
            ))}
          </div>
        </>
      )}
      <ClockChanges answers={answers} />
    </div>
  );
}

function NoFigures({ pending }: { pending: string | null }) {
  const t = useTranslations("analytics");
  return pending === null ? (
    <EmptyState title={t("none")}>{t("noneWords")}</EmptyState>
  ) : (
    <output>
      <EmptyState title={t("counting")}>{pending}</EmptyState>
    </output>
  );
}

/**
 * Names each day on which the clocks change: in spring 2 am is missing, in autumn it comes twice.
 */
function ClockChanges({ answers }: { answers: Answers }) {
  const t = useTranslations("analytics");
  const words = useFigureWords();
  return answers.calls_by_hour.clockChanges.map(({ day, missing, twice }) => (
    <p key={day} className={styles["hint"]}>
      {missing.map((hour) => t("missing", { day: words.day(day), hour: words.hour(hour) }))}
      {twice.map((hour) => t("twice", { day: words.day(day), hour: words.hour(hour) }))}
    </p>
  ));
}

type TileName = "inbound" | "outbound" | "minutes" | "wait" | "abandoned";

interface Tile {
  name: TileName;
  figure: FigureName;
  now: number | undefined;
  before: number | undefined;
  isLoss: boolean;
}

function listTiles(answers: Answers): Tile[] {
  function tile(name: TileName, metric: keyof Answers, figure: FigureName): Tile {
    const { total, before } = answers[metric];
    const isLoss = name === "wait" || name === "abandoned";
    return { name, figure, now: total[figure], before: before?.total[figure], isLoss };
  }
  return [
    tile("inbound", "net_inbound_calls", "calls"),
    tile("outbound", "net_outbound_calls", "calls"),
    tile("minutes", "net_call_minutes", "minutes"),
    tile("wait", "waiting_times", "medianS"),
    tile("abandoned", "abandoned_calls", "percent"),
  ];
}

function FigureTiles({ answers }: { answers: Answers }) {
  const t = useTranslations("analytics");
  const words = useFigureWords();
  return (
    <dl className={styles["tiles"]}>
      {listTiles(answers).map((tile) => (
        <div key={tile.name} className={styles["tile"]}>
          <dt>{t(`tile.${tile.name}`)}</dt>
          <dd>
            <span className={styles["number"]}>{words.figure(tile.figure, round(tile))}</span>{" "}
            <Change tile={tile} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function round({ figure, now }: Tile): number | undefined {
  return figure === "minutes" && now !== undefined ? Math.round(now) : now;
}

function Change({ tile }: { tile: Tile }) {
  const t = useTranslations("analytics");
  const format = useFormatter();
  const { now, before, figure, isLoss } = tile;
  if (now === undefined || before === undefined) {
    return null;
  }
  const isShare = figure === "medianS" || figure === "percent";
  const change = isShare ? Math.round((now - before) * 10) / 10 : findChange(now, before);
  if (change === null) {
    return null;
  }
  if (change === 0) {
    return <span className={styles["change"]}>{t("unchanged")}</span>;
  }
  const sign = change > 0 ? "+" : "−";
  const written =
    figure === "medianS"
      ? t("points", { change: `${sign}${formatDuration(Math.abs(change))}` })
      : t(isShare ? "points" : "change", {
          change: `${sign}${format.number(Math.abs(change), { maximumFractionDigits: 1 })}`,
        });
  return (
    <span className={styles["change"]} data-worse={change > 0 === isLoss}>
      {written}
    </span>
  );
}
