import { Check, Lock, Radio } from "lucide-react";
import { useTranslations } from "use-intl";

import type { Call, WinMark } from "@linedesk/contract";
import { readWin } from "../../lib/read-win.ts";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";

import styles from "./QueueGrid.module.css";

/** Marks that the state of the row does not say already. */
export function RowMarks({ call }: { call: Call }) {
  const t = useTranslations("queue");
  const { locked, verified } = call.marks;
  const isShown = call.desk.status === "ready" && !call.marks.next;
  return (
    <>
      {call.contest?.outcome === "winner" ? (
        <WinnerChip ordinal={call.contest.place ?? 0} line={call.phoneLine?.name ?? ""} />
      ) : null}
      {call.win === undefined ? null : <WonChip win={call.win} />}
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
      {verified && !isShown ? (
        <span className={styles["mark"]} title={t("verified")}>
          <Check size={14} strokeWidth={2.5} aria-hidden="true" />
          <VisuallyHidden>{t("verified")}</VisuallyHidden>
        </span>
      ) : null}
    </>
  );
}

/** The winner, with the reason, before the answer [CW23]. */
function WinnerChip({ ordinal, line }: { ordinal: number; line: string }) {
  const t = useTranslations("queue");
  const why = t("winnerOf", { place: String(ordinal), line });
  return (
    <span className={styles["chip"]} data-strong="" title={`${t("winner")}${why}`}>
      {t("winner")}
      <VisuallyHidden>{why}</VisuallyHidden>
    </span>
  );
}

/** What the caller or the household won, and when they may win again: before the answer [PZ18]. */
function WonChip({ win }: { win: WinMark }) {
  const t = useTranslations("queue");
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
