import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { ExportProgress } from "../../ui/ExportProgress.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import type { ContestView } from "./contest-view.ts";

import styles from "./ContestCard.module.css";

function PastContests({ view: { past, chosen, choose } }: { view: ContestView }) {
  const t = useTranslations("contest");
  const formats = useTimeFormats();
  if (past.length < 2) {
    return null;
  }
  return (
    <SelectField
      label={t("which")}
      value={chosen ?? past[0]?.id ?? ""}
      options={past.map(({ id, startedAt, phoneLine, callerCount, startedBy }) => ({
        value: id,
        label: t("past", {
          started: formats.full(Date.parse(startedAt)),
          line: phoneLine.name,
          count: String(callerCount),
          name: startedBy,
        }),
      }))}
      onChange={choose}
    />
  );
}

/** Who called, when, with which place, or why not counted; newest first. */
export function ContestLog({ view }: { view: ContestView }) {
  const t = useTranslations("contest");
  const formats = useTimeFormats();
  const { log, more, exportLog, exporting } = view;
  return (
    <section className={styles["log"]} aria-label={t("log")}>
      <header className={styles["logHead"]}>
        <h3>{t("log")}</h3>
        {exportLog === null || exporting !== null ? null : (
          <Button look="quiet" onClick={exportLog}>
            {t("export")}
          </Button>
        )}
      </header>
      <PastContests view={view} />
      {exporting === null ? null : <ExportProgress progress={exporting} />}
      {log.length === 0 ? <p className={styles["muted"]}>{t("logEmpty")}</p> : null}
      <ol className={styles["entries"]}>
        {log.map((entry) => (
          <li key={entry.id} className={styles["entry"]} data-outcome={entry.outcome}>
            <span className={styles["place"]}>{entry.place ?? ""}</span>
            <span className={styles["who"]}>
              <span>{entry.name ?? entry.numberDisplay}</span>
              <span className={styles["muted"]}>{t(`outcome.${entry.outcome}`)}</span>
            </span>
            <time className={styles["muted"]} dateTime={entry.at}>
              {formats.clock(Date.parse(entry.at))}
            </time>
          </li>
        ))}
      </ol>
      {more === null ? null : (
        <Button look="quiet" onClick={more}>
          {t("more")}
        </Button>
      )}
    </section>
  );
}
