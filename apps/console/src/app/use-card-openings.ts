import { useEffect, useRef } from "react";

import { useRootState } from "../client/ConsoleProvider.tsx";
import type { StationPanel } from "./use-panels.ts";

/** A call's timeline or prizes were asked for, wherever the call is shown [PN18, PN30]. */
export function useCardOpenings(panels: readonly StationPanel[]): void {
  useOpening(
    panels,
    "timeline",
    useRootState((state) => state.seats.timeline.requests),
  );
  useOpening(
    panels,
    "prizes",
    useRootState((state) => state.seats.prizeRequests),
  );
}

function useOpening(panels: readonly StationPanel[], card: string, requests: number): void {
  const seen = useRef(requests);
  useEffect(() => {
    if (requests === seen.current) {
      return;
    }
    seen.current = requests;
    const panel = panels.find(({ id }) => id === card);
    if (panel?.isOpen === false) {
      panel.toggle();
    }
  }, [requests, panels, card]);
}
