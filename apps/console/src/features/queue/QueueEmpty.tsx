import { PhoneIncoming, PhoneOff, Search } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useDelayed } from "../../ui/use-delayed.ts";
import type { QueueFilter, QueueView } from "./queue-filter.ts";

import styles from "./QueuePanel.module.css";

interface QueueEmptyProps {
  queue: QueueView;
  filter: QueueFilter;
  setFilter: (filter: QueueFilter) => void;
  linesOpen: boolean;
  /** The advice at a desk without callers. */
  hint?: ReactNode;
}

/** Shows why the list is empty: it is loading, nobody waits, or the filter hides all callers. */
export function QueueEmpty({ queue, filter, setFilter, linesOpen, hint }: QueueEmptyProps) {
  const t = useTranslations("queue");
  const slow = useDelayed(queue.status === "loading");
  if (queue.status === "loading") {
    return (
      <div className={styles["over"]}>{slow ? <EmptyState title={t("loading")} /> : null}</div>
    );
  }
  if (queue.rows.length > 0) {
    return (
      <div className={styles["over"]}>
        <EmptyState icon={Search} title={t("nothingTitle")}>
          {t("nothingWords", { count: queue.rows.length })}
          <Button onClick={() => setFilter({ ...filter, tab: "all", find: "" })}>
            {t("showAll")}
          </Button>
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={styles["over"]}>
      {linesOpen ? (
        <EmptyState icon={PhoneIncoming} title={t("emptyTitle")}>
          {t("emptyWords")}
          {hint}
        </EmptyState>
      ) : (
        <EmptyState icon={PhoneOff} title={t("emptyClosedTitle")}>
          {t("emptyClosedWords")}
          {hint}
        </EmptyState>
      )}
    </div>
  );
}
