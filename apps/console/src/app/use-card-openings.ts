import { useEffect, useRef } from "react";

import { useRootState } from "../client/ConsoleProvider.tsx";
import type { StationPanel } from "./use-panels.ts";

/** A call's timeline or prizes, or a number to dial, were asked for [PN18, PN30, KY49]. */
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
  useOpening(
    panels,
    "dial",
    useRootState((state) => state.seats.dialRequests),
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
