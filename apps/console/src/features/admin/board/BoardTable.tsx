import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useFormatter, useTranslations } from "use-intl";

import type { BoardCheck, BoardFinding, BoardPart } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { useTimeFormats } from "../../../ui/time/TimeProvider.tsx";
import { SectionState } from "../SectionState.tsx";
import { boardMessages } from "./board-messages.ts";
import type { BoardView } from "./use-board.ts";

import adminStyles from "../Admin.module.css";
import styles from "./Board.module.css";

const icons = { go: CircleCheck, look: CircleAlert, no_go: CircleX } as const;

type MendingSection = "telephony" | "lines" | "station" | "audioServers";
export type SectionLink = (to: MendingSection, words: ReactNode) => ReactNode;

const groups = {
  reach: ["telephony", "trunk", "line", "number", "programme", "music", "announcement"],
  talk: ["seat", "audio_server", "mixer"],
  keep: ["database", "realtime", "disk", "certificate", "clock", "backup"],
} as const satisfies Record<string, readonly BoardPart[]>;

const sections: Partial<Record<BoardPart, MendingSection>> = {
  telephony: "telephony",
  trunk: "telephony",
  number: "telephony",
  line: "lines",
  programme: "station",
  music: "station",
  announcement: "station",
  audio_server: "audioServers",
};

export function BoardTable({ view, link }: { view: BoardView; link: SectionLink }) {
  const { fetched } = view;
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  const { checks, at, rehearsalUntil } = fetched.data;
  return (
    <>
      <Verdict checks={checks} at={at} />
      <Actions view={view} rehearsalUntil={rehearsalUntil} />
      <div className={styles["groups"]}>
        {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
          <Checks
            key={group}
            group={group}
            checks={checks.filter(({ part }) => isOf(group, part))}
            link={link}
          />
        ))}
      </div>
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

function isOf(group: keyof typeof groups, part: BoardPart): boolean {
  const parts: readonly BoardPart[] = groups[group];
  return parts.includes(part);
}

interface ChecksProps {
  group: keyof typeof groups;
  checks: readonly BoardCheck[];
  link: SectionLink;
}

function Checks({ group, checks, link }: ChecksProps) {
  const t = useTranslations("board");
  const id = useId();
  return (
    <div className={adminStyles["card"]}>
      <h3 id={id}>{t(`group.${group}`)}</h3>
      <div className={adminStyles["scroll"]}>
        <table className={styles["checks"]} aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{t("head")}</th>
              <th scope="col">{t("whose")}</th>
              <th scope="col">{t("found")}</th>
            </tr>
          </thead>
          <tbody>
            {checks.map((check, index) => (
              // Several checks can have the same part and name, so the key contains the index.
              <CheckRow key={`${check.part}-${index}`} check={check} link={link} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const MB_OF_GB = 1_000;

function useWriteAmount(): (finding: Measured, amount: number) => string {
  const format = useFormatter();
  return (finding, amount) => {
    if (finding !== "enough" && finding !== "little") {
      return format.number(amount);
    }
    const isLarge = amount >= MB_OF_GB;
    return format.number(isLarge ? amount / MB_OF_GB : amount, {
      style: "unit",
      unit: isLarge ? "gigabyte" : "megabyte",
      maximumFractionDigits: 1,
    });
  };
}

function CheckRow({ check, link }: { check: BoardCheck; link: SectionLink }) {
  const t = useTranslations("board");
  const { part, name, state, finding, amount } = check;
  const write = useWriteAmount();
  const Icon = icons[state];
  const isMendedHere = state === "go" || finding === "not_tested";
  const section = isMendedHere ? undefined : sections[part];
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
          ? t(`measured.${finding}`, { amount: write(finding, amount ?? 0) })
          : t(`finding.${finding}`)}{" "}
        {section === undefined ? null : (
          <span className={styles["mend"]}>{link(section, t(`mend.${section}`))}</span>
        )}
      </td>
    </tr>
  );
}
