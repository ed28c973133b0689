import { useCallback, useEffect, useRef, useState } from "react";

/** A second press within this time rejects the caller. */
const REJECT_ARMED_FOR_MS = 1_500;

interface RejectGuard {
  id: string;
  at: number;
}

/**
 * Returns the next state. Two presses on the same row reject, so that one mistaken press does not.
 */
export function pressReject(
  guard: RejectGuard | null,
  press: RejectGuard,
): { guard: RejectGuard | null; rejects: boolean } {
  const isSecond =
    guard !== null && guard.id === press.id && press.at - guard.at < REJECT_ARMED_FOR_MS;
  return isSecond ? { guard: null, rejects: true } : { guard: press, rejects: false };
}

export interface QueueHints {
  /** Is true when a click or key was ignored, because the row had just moved. */
  moved: boolean;
  /** The row that one more press rejects. */
  armed: string | null;
  noteMoved: () => void;
  /** Notes one press of the key; returns true for the second press. */
  pressReject: (id: string) => boolean;
}

/** The time to notice and read a hint that is far from the pointer. */
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
