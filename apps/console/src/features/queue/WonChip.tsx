import { useTranslations } from "use-intl";

import type { WinMark } from "@linedesk/contract";
import { readWin } from "../../lib/read-win.ts";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";

import styles from "./QueueGrid.module.css";

/** What the caller or the household won, and when they may win again: before the answer [PZ18]. */
export function WonChip({ win }: { win: WinMark }) {
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
