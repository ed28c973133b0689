import { Check, Lock, Radio } from "lucide-react";

import type { Call, WinMark } from "@linedesk/contract";
import { readWin } from "../../lib/read-win.ts";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import type { TranslateQueue } from "./row-words.ts";

import styles from "./CallerCell.module.css";

export function RowMarks({ call, t }: { call: Call; t: TranslateQueue }) {
  const { locked } = call.marks;
  return (
    <>
      {call.contest?.outcome === "winner" ? (
        <WinnerChip ordinal={call.contest.place ?? 0} line={call.phoneLine?.name ?? ""} t={t} />
      ) : null}
      {call.win === undefined ? null : <WonChip win={call.win} t={t} />}
      {call.programmeAudible ? (
        <span className={styles["mark"]} title={t("radioOn")}>
          <Radio size={14} aria-hidden="true" />
          <VisuallyHidden>{t("radioOn")}</VisuallyHidden>
        </span>
      ) : null}
      {locked ? (
        <span className={styles["mark"]} title={t("locked")}>
          <Lock size={13} aria-hidden="true" />
          <VisuallyHidden>{t("locked")}</VisuallyHidden>
        </span>
      ) : null}
      {isVerifiedMarked(call) ? (
        <span className={styles["mark"]} title={t("verified")}>
          <Check size={14} strokeWidth={2.5} aria-hidden="true" />
          <VisuallyHidden>{t("verified")}</VisuallyHidden>
        </span>
      ) : null}
    </>
  );
}

function isVerifiedMarked({ desk, marks }: Call): boolean {
  return marks.verified && (desk.status !== "ready" || marks.next);
}

export function isWon({ contest, win }: Call): boolean {
  return contest?.outcome === "winner" || win !== undefined;
}

export function countRowMarks(call: Call): number {
  const { programmeAudible, marks } = call;
  return [programmeAudible, marks.locked, isVerifiedMarked(call), marks.pinned].filter(Boolean)
    .length;
}

function WinnerChip({ ordinal, line, t }: { ordinal: number; line: string; t: TranslateQueue }) {
  const why = t("winnerOf", { place: String(ordinal), line });
  return (
    <span className={styles["chip"]} data-strong="" title={`${t("winner")}${why}`}>
      {t("winner")}
      <VisuallyHidden>{why}</VisuallyHidden>
    </span>
  );
}

/** Shows the prize of the caller or the household, and when they may win again. */
function WonChip({ win, t }: { win: WinMark; t: TranslateQueue }) {
  const formats = useTimeFormats();
  const now = useNow();
  const { isOut, wonAt, mayWinAt } = readWin(win, now);
  const words = {
    prize: win.prize,
    won: formats.day(wonAt, now),
    again: formats.day(mayWinAt, now),
  };
  return (
    <span
      className={styles["chip"]}
      data-strong={isOut ? "" : undefined}
      title={t(isOut ? "wonOutTitle" : "wonBeforeTitle", words)}
    >
      {t(isOut ? "wonOut" : "wonBefore", words)}
    </span>
  );
}
