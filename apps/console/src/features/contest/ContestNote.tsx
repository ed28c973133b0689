import { Trophy } from "lucide-react";
import { useTranslations } from "use-intl";

import type { Contest } from "@linedesk/contract";

import styles from "./ContestCard.module.css";

interface ContestNoteProps {
  contest: Contest | null;
  /** The winner, while the call is at the desk. */
  winner?: string | null;
}

export function ContestNote({ contest, winner = null }: ContestNoteProps) {
  const t = useTranslations("station");
  if (contest === null) {
    return null;
  }
  const { counted, callerCount, startedBy: name } = contest;
  const count = t("contest", { counted: String(counted), count: String(callerCount), name });
  return (
    <span className={styles["note"]} title={count}>
      <Trophy size={14} aria-hidden="true" />
      <span className={styles["noteWords"]} data-short={`${counted}/${callerCount}`}>
        {winner === null ? count : t("contestWon", { name: winner })}
      </span>
    </span>
  );
}
