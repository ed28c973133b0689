import { ArrowDown, ArrowUp } from "lucide-react";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";

import { findOutOfSight, mustBeSeen, type OutOfSight, type UrgentRow } from "./out-of-sight.ts";
import type { QueueViewport } from "./use-queue-viewport.ts";

import styles from "./QueuePanel.module.css";

/** Returns the urgent callers out of sight, and draws again only when they change. */
export function useOutOfSight({ rows, scrolled, rowHeight }: QueueViewport): OutOfSight {
  const { order, rowOf } = rows;
  const found = order.shown.flatMap((id, index): UrgentRow[] => {
    const row = rowOf(id);
    return row !== undefined && mustBeSeen(row) ? [{ id, index }] : [];
  });
  const key = JSON.stringify(found);
  const urgent = useMemo(() => JSON.parse(key) as UrgentRow[], [key]);
  const read = useCallback(() => {
    const { top, height } = scrolled.read();
    return JSON.stringify(findOutOfSight(urgent, { top, height, rowHeight }));
  }, [urgent, scrolled, rowHeight]);
  const now = useSyncExternalStore(scrolled.onChange, read);
  return useMemo(() => JSON.parse(now) as OutOfSight, [now]);
}

interface PillProps {
  at: keyof OutOfSight;
  ids: readonly string[];
  scrollTo: (id: string) => void;
}

/** Shows the number of urgent callers out of sight; a press scrolls to the nearest one. */
export function OutOfSightPill({ at, ids, scrollTo }: PillProps) {
  const t = useTranslations("queue");
  const nearest = at === "above" ? ids.at(-1) : ids[0];
  const Icon = at === "above" ? ArrowUp : ArrowDown;
  return nearest === undefined ? null : (
    <button
      type="button"
      className={styles[at]}
      title={t("outOfSight")}
      onClick={() => scrollTo(nearest)}
    >
      <Icon size={14} aria-hidden="true" />
      {t(at, { count: String(ids.length) })}
    </button>
  );
}
