import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import { LiveRegion } from "../../ui/LiveRegion.tsx";
import { nextSummary, startSummary } from "./queue-summary.ts";
import type { QueueSummary, SummaryState } from "./queue-summary.ts";
import type { QueueRowView } from "./queue-view.ts";

const LOOK_EVERY_MS = 1_000;

/** Tells screen readers of new calls, politely and seldom. */
export function QueueAnnouncer({ rows }: { rows: readonly QueueRowView[] }) {
  const t = useTranslations("queue");
  const summary = useSummary(rows);
  return <LiveRegion words={summary === null ? "" : t("summary", { ...summary })} />;
}

function useSummary(rows: readonly QueueRowView[]): QueueSummary | null {
  const [summary, setSummary] = useState<QueueSummary | null>(null);
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  useEffect(() => {
    function waiting() {
      return latest.current
        .filter((row) => row.state === "ringing")
        .map((row) => ({ id: row.call.id, arrivedAt: row.call.arrivedAt }));
    }
    let state: SummaryState = startSummary(waiting(), Date.now());
    const timer = setInterval(() => {
      const next = nextSummary(state, waiting(), Date.now());
      state = next.state;
      if (next.summary !== null) {
        setSummary(next.summary);
      }
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return summary;
}
