import { Trophy } from "lucide-react";
import { useTranslations } from "use-intl";

import type { Contest } from "@linedesk/contract";
import { countShown } from "./count-shown.ts";

import styles from "./ContestCard.module.css";

interface ContestNoteProps {
  contest: Contest | null;
  /** The winner, until the contest ends. */
  winner: string | null;
  /** Opens the contest's panel. */
  open: () => void;
}

export function ContestNote({ contest, winner, open }: ContestNoteProps) {
  const t = useTranslations("contestNote");
  if (contest === null) {
    return null;
  }
  const { callerCount, startedBy: name } = contest;
  const counted = countShown(contest);
  const count = t("counted", { counted: String(counted), count: String(callerCount), name });
  return (
    <button
      type="button"
      className={styles["note"]}
      title={t("open", { words: count })}
      onClick={open}
    >
      <Trophy size={14} aria-hidden="true" />
      <span className={styles["noteWords"]} data-short={`${counted}/${callerCount}`}>
        {winner === null ? count : t("won", { name: winner })}
      </span>
    </button>
  );
}
