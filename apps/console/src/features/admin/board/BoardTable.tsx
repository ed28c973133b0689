import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "use-intl";

import type { BoardCheck, BoardFinding } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { useTimeFormats } from "../../../ui/time/TimeProvider.tsx";
import { SectionState } from "../SectionState.tsx";
import { boardMessages } from "./board-messages.ts";
import type { BoardView } from "./use-board.ts";

import adminStyles from "../Admin.module.css";
import styles from "./Board.module.css";

const icons = { go: CircleCheck, look: CircleAlert, no_go: CircleX } as const;

/** The verdict, what can be done, and every check with what was found. */
export function BoardTable({ view }: { view: BoardView }) {
  const { fetched } = view;
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  const { checks, at, rehearsalUntil } = fetched.data;
  return (
    <>
      <Verdict checks={checks} at={at} />
      <Actions view={view} rehearsalUntil={rehearsalUntil} />
      <Checks checks={checks} />
    </>
  );
}

type Measured = keyof typeof boardMessages.measured;

function isMeasured(finding: BoardFinding): finding is Measured {
  return finding in boardMessages.measured;
}

function Verdict({ checks, at }: { checks: readonly BoardCheck[]; at: string }) {
  const t = useTranslations("board");
  const { clock } = useTimeFormats();
  const bad = checks.filter(({ state }) => state === "no_go").length;
  const doubtful = checks.filter(({ state }) => state === "look").length;
  const state = bad > 0 ? "no_go" : doubtful > 0 ? "look" : "go";
  const Icon = icons[state];
  return (
    <output className={styles["verdict"]} data-state={state}>
      <Icon size={24} aria-hidden />
      <strong>{t(state, { count: bad > 0 ? bad : doubtful })}</strong>
      <span className={styles["at"]}>{t("checkedAt", { time: clock(Date.parse(at)) })}</span>
    </output>
  );
}

function Actions({ view, rehearsalUntil }: { view: BoardView; rehearsalUntil: string | null }) {
  const t = useTranslations("board");
  const { minute } = useTimeFormats();
  const { pending, refused } = view;
  return (
    <div className={adminStyles["card"]}>
      <div className={adminStyles["buttons"]}>
        <Button onClick={view.checkAgain} pending={view.checking}>
          {t("again")}
        </Button>
        <Button onClick={view.ring} pending={pending === "ring"} title={t("ringHint")}>
          {t("ring")}
        </Button>
        {rehearsalUntil === null ? (
          <Button onClick={view.rehearse} pending={pending === "rehearse"}>
            {t("rehearse")}
          </Button>
        ) : (
          <Button look="danger" onClick={view.endRehearsal} pending={pending === "rehearse"}>
            {t("endRehearsal")}
          </Button>
        )}
      </div>
      <p className={adminStyles["hint"]}>
        {t("ringHint")}{" "}
        {rehearsalUntil === null
          ? t("rehearseHint")
          : t("rehearsing", { time: minute(Date.parse(rehearsalUntil)) })}
      </p>
      {refused === null ? null : <output className={adminStyles["refused"]}>{refused}</output>}
    </div>
  );
}

function Checks({ checks }: { checks: readonly BoardCheck[] }) {
  const t = useTranslations("board");
  return (
    <div className={adminStyles["card"]}>
      <div className={adminStyles["scroll"]}>
        <table className={styles["checks"]}>
          <thead>
            <tr>
              <th scope="col">{t("head")}</th>
              <th scope="col">{t("whose")}</th>
              <th scope="col">{t("found")}</th>
            </tr>
          </thead>
          <tbody>
            {checks.map((check, index) => (
              // Two lines may have one name: only their place tells them apart.
              <CheckRow key={`${check.part}-${index}`} check={check} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function CheckRow({ check }: { check: BoardCheck }) {
  const t = useTranslations("board");
  const { part, name, state, finding, amount } = check;
  const Icon = icons[state];
  return (
    <tr data-state={state}>
      <td>
        <span className={styles["state"]}>
          <Icon size={18} aria-hidden />
          {t(`state.${state}`)}
        </span>
      </td>
      <th scope="row">
        {t(`part.${part}`)}
        {name === null ? null : <span className={adminStyles["quiet"]}>{name}</span>}
      </th>
      <td>
        {isMeasured(finding)
          ? t(`measured.${finding}`, { amount: String(amount ?? 0) })
          : t(`finding.${finding}`)}
      </td>
    </tr>
  );
}
