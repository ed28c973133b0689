import { useEffect, useRef } from "react";

import { useRootState } from "../client/ConsoleProvider.tsx";
import type { StationPanel } from "./use-panels.ts";

/** A call's timeline was asked for, wherever the call is shown: its card opens [PN18]. */
export function useTimelineOpening(panels: readonly StationPanel[]): void {
  const asked = useRootState((state) => state.seats.timeline.asked);
  const seen = useRef(asked);
  useEffect(() => {
    if (asked === seen.current) {
      return;
    }
    seen.current = asked;
    const panel = panels.find(({ id }) => id === "timeline");
    if (panel?.isOpen === false) {
      panel.toggle();
    }
  }, [asked, panels]);
}
