import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import type { UserSettings } from "@linedesk/contract";
import type { DisplayState } from "../../lib/display-state.ts";
import { LiveRegion } from "../../ui/LiveRegion.tsx";
import { filterRows, type QueueFilter, type QueueRowView, type QueueView } from "./queue-filter.ts";
import {
  nextArrivals,
  nextSummary,
  startSummary,
  summarise,
  type QueueSummary,
  type SummaryState,
} from "./queue-summary.ts";

interface QueueAnnouncerProps {
  station: string;
  linesOpen: boolean;
  queue: QueueView;
  filter: QueueFilter;
  callers: UserSettings["heard"]["callers"];
}

/**
 * Announces waiting callers, new calls and search results to screen readers, politely and seldom.
 */
export function QueueAnnouncer(props: QueueAnnouncerProps) {
  const { queue } = props;
  return (
    <>
      {queue.status === "loading" ? <LiveRegion words="" /> : <ReadyQueue {...props} />}
      <FoundCallers {...props} />
    </>
  );
}

type Announcement =
  | ({ type: "welcome" | "summary" } & QueueSummary)
  | { type: "arrived"; names: string };

type Announced = Announcement & { turn: number };

/** Starts when the queue has loaded, so that callers who already wait do not count as new. */
function ReadyQueue({ station, linesOpen, queue, callers }: QueueAnnouncerProps) {
  const t = useTranslations("queue");
  const announced = useAnnouncement(queue.rows, callers);
  // The first value is kept, because a line that closes later must not repeat the announcement.
  const [open] = useState(linesOpen ? "yes" : "no");
  if (announced === null) {
    return <LiveRegion words="" />;
  }
  if (announced.type === "arrived") {
    return <LiveRegion words={t("arrived", { names: announced.names })} count={announced.turn} />;
  }
  const { type, count, minutes, turn } = announced;
  const words =
    type === "summary"
      ? t("summary", { count, minutes })
      : t("welcome", { station, count, minutes, open });
  return <LiveRegion words={words} count={turn} />;
}

const CHECK_EVERY_MS = 1_000;

function useAnnouncement(
  rows: readonly QueueRowView[],
  callers: QueueAnnouncerProps["callers"],
): Announced | null {
  const [announced, setAnnounced] = useState<Announced | null>(null);
  const latest = useRef(rows);
  const wanted = useRef(callers);
  useEffect(() => {
    latest.current = rows;
    wanted.current = callers;
  });
  useEffect(() => {
    function callsIn(states: readonly DisplayState[]) {
      return latest.current
        .filter((row) => states.includes(row.state))
        .map(({ call: { id, arrivedAt, caller } }) => ({
          id,
          arrivedAt,
          name: caller.name ?? caller.numberDisplay,
        }));
    }
    function waiting() {
      return callsIn(["ringing"]);
    }
    function announce(announcement: Announcement) {
      setAnnounced((before) => ({ ...announcement, turn: (before?.turn ?? 0) + 1 }));
    }
    let state: SummaryState = startSummary(waiting(), Date.now());
    const present = callsIn(["ringing", "next", "verified"]);
    announce({ type: "welcome", ...summarise(present, Date.now()) });
    const timer = setInterval(() => {
      if (wanted.current !== "summary") {
        const arrived = nextArrivals(state, waiting());
        if (arrived.length > 0 && wanted.current === "every_call") {
          announce({ type: "arrived", names: arrived.map(({ name }) => name).join(", ") });
        }
        state = startSummary(waiting(), Date.now());
        return;
      }
      const next = nextSummary(state, waiting(), Date.now());
      state = next.state;
      if (next.summary !== null) {
        announce({ type: "summary", ...next.summary });
      }
    }, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return announced;
}

/** After a pause of this length in the typing, the number of found callers is announced. */
const TYPED_MS = 600;

interface Found {
  count: number;
  turn: number;
}

function FoundCallers({ queue, filter }: QueueAnnouncerProps) {
  const t = useTranslations("queue");
  const [found, setFound] = useState<Found | null>(null);
  const latest = useRef(queue.rows);
  useEffect(() => {
    latest.current = queue.rows;
  });
  useEffect(() => {
    const timer = setTimeout(() => {
      const count = filterRows(latest.current, filter).length;
      setFound((before) => (filter.find === "" ? null : { count, turn: (before?.turn ?? 0) + 1 }));
    }, TYPED_MS);
    return () => clearTimeout(timer);
  }, [filter]);
  return found === null ? (
    <LiveRegion words="" />
  ) : (
    <LiveRegion words={t("found", { count: found.count })} count={found.turn} />
  );
}
