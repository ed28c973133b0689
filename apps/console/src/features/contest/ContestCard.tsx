import { useState } from "react";
import { useTranslations } from "use-intl";

import type { Contest } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { ExportProgress } from "../../ui/ExportProgress.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import type { ContestView } from "./contest-view.ts";
import { ContestForm } from "./ContestForm.tsx";
import { ContestWinner } from "./ContestWinner.tsx";
import { countShown } from "./count-shown.ts";

import styles from "./ContestCard.module.css";

export function ContestCard({ view, close }: { view: ContestView; close: () => void }) {
  const t = useTranslations("contest");
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc leaves the card
    <div
      className={styles["card"]}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          close();
        }
      }}
    >
      {view.contest === null ? (
        <p className={styles["muted"]}>{t(view.start === null ? "notYours" : "none")}</p>
      ) : (
        <Running key={view.contest.id} contest={view.contest} view={view} />
      )}
      {view.start === null ? null : <ContestForm view={view} start={view.start} />}
      {view.refused === null ? null : <output className={styles["refused"]}>{view.refused}</output>}
      <ContestLog view={view} />
    </div>
  );
}

function Running({ contest, view }: { contest: Contest; view: ContestView }) {
  const t = useTranslations("contest");
  const [armed, setArmed] = useState<"reset" | "end" | null>(null);
  const count = String(contest.callerCount);
  function press(what: "reset" | "end", run: () => void): void {
    setArmed(armed === what ? null : what);
    if (armed === what) {
      run();
    }
  }
  const { reset, end } = view;
  return (
    <>
      <output className={styles["count"]}>
        {t("counted", { counted: String(countShown(contest)), count })}
      </output>
      <p className={styles["muted"]}>
        {t("on", { count, line: contest.phoneLine.name, name: contest.startedBy })}
      </p>
      <ContestWinner winner={view.winner} openCaller={view.openCaller} />
      <div className={styles["buttons"]} onBlur={() => setArmed(null)}>
        {reset === null ? null : (
          <Button pending={view.pending} onClick={() => press("reset", reset)}>
            {t(armed === "reset" ? "resetSure" : "reset")}
          </Button>
        )}
        {end === null ? null : (
          <Button look="danger" pending={view.pending} onClick={() => press("end", end)}>
            {t(armed === "end" ? "endSure" : "end")}
          </Button>
        )}
      </div>
    </>
  );
}

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

/**
 * Lists each caller with the time, and the place or the reason why the caller was not counted;
 * newest first.
 */
function ContestLog({ view }: { view: ContestView }) {
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
              {view.canOpen(entry.call) ? (
                <button
                  type="button"
                  className={styles["open"]}
                  onClick={() => view.openCaller(entry.call)}
                >
                  {entry.name ?? entry.numberDisplay}
                </button>
              ) : (
                <span>{entry.name ?? entry.numberDisplay}</span>
              )}
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
