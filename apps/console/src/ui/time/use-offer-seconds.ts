import { useCallback } from "react";

import { useFromNow } from "./TimeProvider.tsx";

/** An offer stands for so long. */
export const OFFER_SECONDS = 20;

export function useOfferSeconds(until: string): number {
  const left = useCallback((now: number) => secondsLeft(until, now), [until]);
  return useFromNow(left);
}

/** Never more than all of it, whatever the computer's clock says. */
function secondsLeft(until: string, now: number): number {
  const left = Math.ceil((Date.parse(until) - now) / 1_000);
  return Math.min(OFFER_SECONDS, Math.max(0, left));
}
