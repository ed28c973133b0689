import { useEffect, useRef, useState } from "react";

/**
 * The time to read why a second press is needed. A press within this time counts as part of the
 * first press.
 */
const READ_AFTER_MS = 1_000;
/** A press after this time is a first press again. */
const FORGET_AFTER_MS = 10_000;

export interface FirstPress {
  id: string;
  at: number;
}

/**
 * Returns the next state. A further press on the same caller counts only from 1 s until 10 s after
 * the first one.
 */
export function nextPress(
  first: FirstPress | null,
  press: FirstPress,
): { first: FirstPress | null; counts: boolean } {
  if (first === null || first.id !== press.id || press.at - first.at >= FORGET_AFTER_MS) {
    return { first: press, counts: false };
  }
  const counts = press.at - first.at >= READ_AFTER_MS;
  return { first: counts ? null : first, counts };
}

interface SecondPress {
  /** The caller whom one more press adds. */
  armed: string | null;
  /** Notes a press; returns true if it counts as the second press. */
  press: (id: string) => boolean;
}

export function useSecondPress(): SecondPress {
  const [first, setFirst] = useState<FirstPress | null>(null);
  const latest = useRef(first);
  useEffect(() => {
    latest.current = first;
    if (first === null) {
      return;
    }
    const timer = setTimeout(() => setFirst(null), FORGET_AFTER_MS);
    return () => clearTimeout(timer);
  }, [first]);
  return {
    armed: first?.id ?? null,
    press: (id) => {
      const next = nextPress(latest.current, { id, at: performance.now() });
      latest.current = next.first;
      setFirst(next.first);
      return next.counts;
    },
  };
}
