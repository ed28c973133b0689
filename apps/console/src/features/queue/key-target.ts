import { useEffect, useLayoutEffect, useRef } from "react";

import type { AirChecks } from "@linedesk/contract";
import type { MarkCommands } from "../../client/desk/marks/bind-marks.ts";

/** `useKeyTarget()`: the call on which the console's keyboard shortcuts for a caller act. */
export interface KeyTarget {
  call: string | null;
  /** Is true for a call that the person has chosen, for example by the cursor of the queue. */
  isChosen: boolean;
  /** The marks that are possible on the call now. */
  readMarks: () => MarkCommands;
  /** Sets or removes an answer of the air-ready check; `null` when that is impossible. */
  check: ((check: keyof AirChecks) => void) | null;
  choose: (call: string | null) => void;
  /**
   * Notes the row that gets the focus. The keys act on its call only while the selected line has
   * none.
   */
  focus: (call: string) => void;
}

/** A key within this time after an automatic change of the target probably meant another caller. */
const GUARD_MS = 300;

/** Returns true while a key must be ignored because the target has just changed automatically. */
export function useTargetGuard({ call, isChosen }: KeyTarget): () => boolean {
  const seen = useRef({ call, at: Number.NEGATIVE_INFINITY });
  useLayoutEffect(() => {
    if (seen.current.call !== call) {
      seen.current = { call, at: isChosen ? Number.NEGATIVE_INFINITY : performance.now() };
    }
  }, [call, isChosen]);
  return () => performance.now() - seen.current.at < GUARD_MS;
}

/** Ends the choice of a call that neither the list nor the caller's panel shows any more. */
export function useDropGone(
  { call, isChosen, choose }: KeyTarget,
  isShown: (call: string) => boolean,
): void {
  const isGone = isChosen && call !== null && !isShown(call);
  useEffect(() => {
    if (isGone) {
      choose(null);
    }
  }, [isGone, choose]);
}
