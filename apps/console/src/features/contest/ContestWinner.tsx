import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import type { WinnerView } from "./contest-view.ts";

import styles from "./ContestCard.module.css";

interface ContestWinnerProps {
  winner: WinnerView | null;
  openCaller: (call: string) => void;
}

/**
 * Names the winner. Its button takes the winner's call with the same action as the button of the
 * row in the queue.
 */
export function ContestWinner({ winner, openCaller }: ContestWinnerProps) {
  const t = useTranslations("contest");
  const queue = useTranslations("queue");
  const actions = useTranslations("deskActions");
  if (winner === null) {
    return null;
  }
  const { name, call, take } = winner;
  const act = take === null ? "" : actions(`${take.action}.named`, { name });
  return (
    <div className={styles["winner"]}>
      <span>{t("winner")}</span>
      {call === null ? (
        <strong>{name}</strong>
      ) : (
        <button type="button" className={styles["open"]} onClick={() => openCaller(call)}>
          {name}
        </button>
      )}
      {take === null ? null : (
        <Button
          look="primary"
          data-to-air={take.toAir || undefined}
          pending={take.pending}
          aria-label={take.toAir ? queue("toAirName", { action: act }) : act}
          onClick={take.run}
        >
          {take.toAir ? queue("toAir") : actions(`${take.action}.name`)}
        </Button>
      )}
    </div>
  );
}
