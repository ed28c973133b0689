import { useState } from "react";
import { useTranslations } from "use-intl";

import type { Contest } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import type { ContestView } from "./contest-view.ts";
import { ContestForm } from "./ContestForm.tsx";
import { ContestLog } from "./ContestLog.tsx";

import styles from "./ContestCard.module.css";

/** The running contest with its count, or the form that starts one; below it who called. */
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
  /** The first press asks, the second one does it. */
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
        {t("counted", { counted: String(contest.counted), count })}
      </output>
      <p className={styles["muted"]}>
        {t("on", { count, line: contest.phoneLine.name, name: contest.startedBy })}
      </p>
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
