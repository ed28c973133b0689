import { useEffect, useRef } from "react";

import { useRootState } from "../client/ConsoleProvider.tsx";
import type { StationPanel } from "./use-panels.ts";

/** A call's timeline was asked for, wherever the call is shown: its card opens [PN18]. */
export function useTimelineOpening(panels: readonly StationPanel[]): void {
  const requests = useRootState((state) => state.seats.timeline.requests);
  const seen = useRef(requests);
  useEffect(() => {
    if (requests === seen.current) {
      return;
    }
    seen.current = requests;
    const panel = panels.find(({ id }) => id === "timeline");
    if (panel?.isOpen === false) {
      panel.toggle();
    }
  }, [requests, panels]);
}
