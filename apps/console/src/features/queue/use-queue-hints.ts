import { useCallback, useEffect, useRef, useState } from "react";

import { pressReject, REJECT_ARMED_FOR_MS, type RejectGuard } from "./reject-guard.ts";

export interface QueueHints {
  /** A click or key was not carried out, because the list moved under it. */
  moved: boolean;
  /** The row whose caller one more press rejects. */
  armed: string | null;
  noteMoved: () => void;
  /** One press of the key; true when it is the second. */
  pressReject: (id: string) => boolean;
}

/** Long enough to be read where the pointer is not. */
const MOVED_FOR_MS = 4_000;

export function useQueueHints(): QueueHints {
  const [movedAt, setMovedAt] = useState<number | null>(null);
  const [guard, setGuard] = useState<RejectGuard | null>(null);
  const latest = useRef(guard);
  useEffect(() => {
    latest.current = guard;
  });
  useClearAfter(movedAt, MOVED_FOR_MS, () => setMovedAt(null));
  useClearAfter(guard, REJECT_ARMED_FOR_MS, () => setGuard(null));
  const press = useCallback((id: string) => {
    const next = pressReject(latest.current, { id, at: performance.now() });
    latest.current = next.guard;
    setGuard(next.guard);
    return next.rejects;
  }, []);
  const noteMoved = useCallback(() => setMovedAt(performance.now()), []);
  return { moved: movedAt !== null, armed: guard?.id ?? null, noteMoved, pressReject: press };
}

function useClearAfter(value: unknown, ms: number, clear: () => void): void {
  const latest = useRef(clear);
  useEffect(() => {
    latest.current = clear;
  });
  useEffect(() => {
    if (value === null) {
      return;
    }
    const timer = setTimeout(() => latest.current(), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
}
