import { Gift } from "lucide-react";
import { useTranslations } from "use-intl";

import type { WinMark } from "@linedesk/contract";
import { readWin } from "../../lib/read-win.ts";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";

import styles from "./CallerPanel.module.css";

/** What the caller or the household won before, and whether they may win again [PZ18]. */
export function WonMark({ win }: { win: WinMark | undefined }) {
  return win === undefined ? null : <WonWords win={win} />;
}

function WonWords({ win }: { win: WinMark }) {
  const t = useTranslations("caller");
  const formats = useTimeFormats();
  const now = useNow();
  const { isOut, wonAt, mayWinAt } = readWin(win, now);
  return (
    <p className={styles["contest"]} data-outcome={isOut ? "winner" : undefined}>
      <Gift size={14} aria-hidden="true" />
      {t(isOut ? "wonOut" : "wonBefore", {
        prize: win.prize,
        won: formats.day(wonAt, now),
        again: formats.day(mayWinAt, now),
      })}
    </p>
  );
}
