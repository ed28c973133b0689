import { useSyncExternalStore } from "react";

import type { ShownShortcut } from "./command.ts";
import { isTyping } from "./is-typing.ts";
import { useShownKeys } from "./KeyboardProvider.tsx";

interface TwoKeys {
  single: ShownShortcut;
  /** The key that also works in a text field. */
  chord: ShownShortcut;
}

/** Returns the one of two keys of an action that works where the focus is now. */
export function useWorkingShortcut({ single, chord }: TwoKeys): ShownShortcut {
  const takesLetters = useSyncExternalStore(followFocus, doesTakeLetters);
  return useShownKeys(single) === null || takesLetters ? chord : single;
}

function doesTakeLetters(): boolean {
  return isTyping(document.activeElement) || document.querySelector("[data-covers]") !== null;
}

const EVENTS = ["focusin", "focusout"] as const;

function followFocus(changed: () => void): () => void {
  // After a focusout, the next element has the focus only in the next task.
  const handleFocus = () => void setTimeout(changed);
  for (const event of EVENTS) {
    document.addEventListener(event, handleFocus);
  }
  return () => {
    for (const event of EVENTS) {
      document.removeEventListener(event, handleFocus);
    }
  };
}
