import { Check, Minus, Plus } from "lucide-react";
import { useTranslations } from "use-intl";

import { describeCaller } from "../../client/store/panel-caller.ts";
import { listCautions } from "../../lib/list-caller-marks.ts";
import { Button } from "../../ui/Button.tsx";
import { LiveRegion } from "../../ui/LiveRegion.tsx";
import { MarkList } from "../../ui/MarkList.tsx";
import { Elapsed } from "../../ui/time/TimeProvider.tsx";
import { useSettledClicks } from "../../ui/use-settled-clicks.ts";
import type { CandidateView, ConferenceView } from "./conference-view.ts";
import { useSecondPress } from "./use-second-press.ts";

import styles from "./CandidateList.module.css";

/** The maximum number of callers in this list; the queue shows the others. */
const MOST_CANDIDATES = 30;

type CandidateListProps = Pick<ConferenceView, "candidates" | "onAir">;

/**
 * Lists the callers who can be added. On a line that feeds the air, a candidate who is not screened
 * needs a second press.
 */
export function CandidateList({ candidates, onAir }: CandidateListProps) {
  const t = useTranslations("conference");
  const { armed, press } = useSecondPress();
  const shown = candidates.slice(0, MOST_CANDIDATES);
  const screened = shown.filter(({ isScreened }) => isScreened);
  const others = shown.filter(({ isScreened }) => !isScreened);
  const settle = useSettledClicks([...screened, ...others].map(({ call }) => call.id));
  if (shown.length === 0) {
    return <p className={styles["nobody"]}>{t("nobody")}</p>;
  }
  function add({ call, isScreened, add: run }: CandidateView): void {
    if (!onAir || isScreened) {
      run?.();
    } else if (press(call.id)) {
      run?.({ evenIfNotReady: true });
    }
  }
  const groups = [
    { key: "screened", list: screened } as const,
    { key: "notScreened", list: others } as const,
  ];
  return (
    <div className={styles["list"]}>
      <LiveRegion words={armed === null ? "" : t("addAgain")} />
      {groups
        .filter(({ list }) => list.length > 0)
        .map(({ key, list }) => (
          <section key={key} aria-label={t(key)}>
            <h3 className={styles["heading"]}>
              {t(key)} <span>{list.length}</span>
            </h3>
            <ul onClickCapture={settle}>
              {list.map((one) => (
                <Candidate
                  key={one.call.id}
                  candidate={one}
                  armed={one.call.id === armed}
                  add={add}
                />
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

interface CandidateProps {
  candidate: CandidateView;
  /** Is true when one more press adds the caller. */
  armed: boolean;
  add: (candidate: CandidateView) => void;
}

function Candidate({ candidate, armed, add }: CandidateProps) {
  const t = useTranslations("conference");
  const queue = useTranslations("queue");
  const { call, state } = candidate;
  const { name, numberDisplay, location } = call.caller;
  const facts = [location, call.description].filter((fact) => fact !== null && fact !== "");
  return (
    <li className={styles["candidate"]} data-tone={state}>
      <div className={styles["who"]}>
        <p className={styles["line"]}>
          <strong className={styles["name"]}>{describeCaller(call)}</strong>
          {name === null ? null : <span className={styles["muted"]}>{numberDisplay}</span>}
        </p>
        {facts.length === 0 ? null : (
          <p className={styles["line"]} title={facts.join(" · ")}>
            {facts.join(" · ")}
          </p>
        )}
        <MarkList label={queue("known")} marks={listCautions(call, queue)} />
        {armed ? (
          <p className={styles["armed"]}>{t("addAgain")}</p>
        ) : (
          <Readiness candidate={candidate} />
        )}
      </div>
      {candidate.add === null ? null : (
        <Button
          size="row"
          icon={Plus}
          {...(armed ? { look: "danger" as const } : {})}
          aria-label={t(armed ? "addAnywayLabel" : "addLabel", { name: describeCaller(call) })}
          onClick={() => add(candidate)}
        >
          {t(armed ? "addAnyway" : "add")}
        </Button>
      )}
    </li>
  );
}

function Readiness({ candidate: { call, state, with: holder } }: { candidate: CandidateView }) {
  const t = useTranslations("conference");
  const states = useTranslations("state");
  const { air, arrivedAt } = call;
  const line = holder?.line === "line2" ? "2" : "1";
  return (
    <p className={styles["readiness"]}>
      <strong className={styles["state"]}>
        {holder === null ? states(state, { line }) : states("elsewhere_on", { ...holder, line })}{" "}
        <Elapsed since={arrivedAt} />
      </strong>
      <CheckMark isDone={air.radioOff} words={t(air.radioOff ? "radioOff" : "radioOpen")} />
      <CheckMark isDone={air.agreed} words={t(air.agreed ? "agreed" : "agreeOpen")} />
    </p>
  );
}

function CheckMark({ isDone, words }: { isDone: boolean; words: string }) {
  const Icon = isDone ? Check : Minus;
  return (
    <span className={styles["check"]} data-done={isDone || undefined}>
      <Icon size={14} aria-hidden="true" />
      {words}
    </span>
  );
}
