import { useTranslations } from "use-intl";

import { EmptyState } from "../../../ui/EmptyState.tsx";
import type { Answers } from "./day-range.ts";
import { type FigureTable, listTables } from "./figure-table.ts";
import { FigureCard } from "./FigureCard.tsx";
import { FigureTiles } from "./FigureTiles.tsx";
import { useFigureWords } from "./use-figure-words.ts";

import styles from "./Analytics.module.css";

const DAY_MS = 86_400_000;

export function AnalyticsView({ answers }: { answers: Answers }) {
  const t = useTranslations("analytics");
  const words = useFigureWords();
  const { from, to, pendingDays } = answers.calls_by_hour;
  const pending = t("pending", { days: pendingDays });
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const { averageS, medianS } = answers.waiting_times.total;
  function hint({ title }: FigureTable) {
    const average = words.figure("averageS", averageS);
    return t(`hint.${title}`, { average, median: words.figure("medianS", medianS) });
  }
  const { inbound = 0, outbound = 0 } = answers.calls_by_hour.total;
  return (
    <div className={styles["page"]}>
      <p className={styles["against"]}>{t("against", { days })}</p>
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

/** A day without 2 am says so, and one that has it twice. */
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
