import { Check, Phone, RotateCw, Zap } from "lucide-react";
import { useTranslations } from "use-intl";

import type { BoardCheck } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { useTimeFormats } from "../../../ui/time/TimeProvider.tsx";
import { HeadActions } from "../HeadActions.tsx";
import { SectionState } from "../SectionState.tsx";
import { findVerdict, groupChecks, listCauses } from "./board-groups.ts";
import { BoardTiles } from "./BoardTiles.tsx";
import { type Mend, Remedy, StateIcon } from "./Remedy.tsx";
import type { BoardView } from "./use-board.ts";
import { useFindingWords } from "./use-finding-words.ts";

import adminStyles from "../Admin.module.css";
import styles from "./Board.module.css";

export function BoardTable({ view, link }: { view: BoardView; link: Mend["link"] }) {
  const { fetched, refused } = view;
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  const { checks, at, rehearsalUntil } = fetched.data;
  const mend = { link, ring: view.ring };
  return (
    <>
      <Actions view={view} at={at} rehearsalUntil={rehearsalUntil} />
      {refused === null ? null : <output className={adminStyles["refused"]}>{refused}</output>}
      <Verdict checks={checks} mend={mend} />
      {groupChecks(checks).map((group) => (
        <BoardTiles key={group.name} group={group} mend={mend} />
      ))}
    </>
  );
}

interface ActionsProps {
  view: BoardView;
  at: string;
  rehearsalUntil: string | null;
}

function Actions({ view, at, rehearsalUntil }: ActionsProps) {
  const t = useTranslations("board");
  const { clock, minute } = useTimeFormats();
  const { pending } = view;
  return (
    <HeadActions>
      <span className={styles["at"]}>
        {rehearsalUntil === null
          ? t("checkedAt", { time: clock(Date.parse(at)) })
          : t("rehearsing", { time: minute(Date.parse(rehearsalUntil)) })}
      </span>
      <Button icon={RotateCw} onClick={view.checkAgain} pending={view.checking}>
        {t("again")}
      </Button>
      <Button icon={Phone} onClick={view.ring} pending={pending === "ring"} title={t("ringHint")}>
        {t("ring")}
      </Button>
      {rehearsalUntil === null ? (
        <Button
          icon={Zap}
          onClick={view.rehearse}
          pending={pending === "rehearse"}
          title={t("rehearseHint")}
        >
          {t("rehearse")}
        </Button>
      ) : (
        <Button look="danger" onClick={view.endRehearsal} pending={pending === "rehearse"}>
          {t("endRehearsal")}
        </Button>
      )}
    </HeadActions>
  );
}

/** The maximum number of causes beside the verdict, whose height must not change. */
const CAUSES = 2;

function Verdict({ checks, mend }: { checks: readonly BoardCheck[]; mend: Mend }) {
  const t = useTranslations("board");
  const verdict = findVerdict(checks);
  const causes = listCauses(checks);
  const good = checks.length - causes.length;
  const stops = causes.filter(({ state }) => state === "no_go").length;
  const shown = causes.slice(0, verdict === "go" ? CAUSES - 1 : CAUSES);
  const isAlone = verdict === "no_go" && shown.length === 1;
  const ready = causes.length === 0 ? "ready" : "readyBut";
  return (
    <section className={styles["verdict"]} data-state={verdict} aria-label={t("verdict")}>
      <output className={styles["word"]}>{t(verdict)}</output>
      <ul className={styles["causes"]}>
        {verdict === "go" || isAlone ? (
          <li data-state={verdict === "go" ? "go" : "look"}>
            <Check size={18} aria-hidden="true" />
            <span>
              <strong>{t(isAlone ? "onlyThis" : ready)}</strong>
              <span className={adminStyles["quiet"]}>
                {t("counted", { good: `${good}`, all: `${checks.length}`, stops })}
              </span>
            </span>
          </li>
        ) : null}
        {shown.map((check) => (
          <Cause key={`${check.part}-${check.name}-${check.finding}`} check={check} mend={mend} />
        ))}
      </ul>
    </section>
  );
}

function Cause({ check, mend }: { check: BoardCheck; mend: Mend }) {
  const t = useTranslations("board");
  const { title, summarise, advise } = useFindingWords();
  return (
    <li data-state={check.state}>
      <StateIcon state={check.state} />
      <span>
        <strong>{t("cause", { what: title(check), found: summarise(check) })}</strong>
        <span className={adminStyles["quiet"]}>{advise(check)}</span>
      </span>
      <Remedy check={check} mend={mend} />
    </li>
  );
}
