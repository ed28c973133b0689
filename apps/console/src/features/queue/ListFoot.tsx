import { UsersRound, X } from "lucide-react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { useMedia } from "../../ui/use-media.ts";
import type { QueueOrderView } from "./queue-order.ts";

import styles from "./QueuePanel.module.css";

/** Shows the number of selected and of hidden callers below the rows, so that no row moves. */
export function ListFoot({ order, empty }: { order: QueueOrderView; empty: boolean }) {
  const t = useTranslations("queue");
  const { picks, confer, hidden } = order;
  const conference = confer?.picked ?? null;
  const picked = picks?.picked.size ?? 0;
  // Nothing else on a phone shows that a row has a menu.
  const isPhone = useMedia("(width < 760px) and (pointer: coarse)");
  const hint = isPhone && !empty && picked === 0 ? <span>{t("longPress")}</span> : null;
  if (picked === 0 && hidden.count === 0) {
    return hint === null ? null : <div className={styles["foot"]}>{hint}</div>;
  }
  return (
    <div className={styles["foot"]}>
      {hint}
      {hidden.count === 0 ? null : (
        <>
          <span>
            {t(hidden.isShown ? "hiddenShown" : "hiddenCount", { count: String(hidden.count) })}
          </span>
          <Button
            size="row"
            aria-pressed={hidden.isShown}
            onClick={() => hidden.show(!hidden.isShown)}
          >
            {t(hidden.isShown ? "hiddenHide" : "hiddenShow")}
          </Button>
        </>
      )}
      {picked === 0 ? null : (
        <div className={styles["picked"]}>
          <span>{t("pickedCount", { count: String(picked) })}</span>
          {conference === null ? null : (
            <Button size="row" icon={UsersRound} onClick={conference.run}>
              {t("pickedConfer", { count: conference.count })}
            </Button>
          )}
          <Button
            size="row"
            look="quiet"
            icon={X}
            aria-label={t("pickedClear")}
            onClick={picks?.clear}
          />
        </div>
      )}
    </div>
  );
}
