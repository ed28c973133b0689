import { useCallback, useEffect, useRef, useState } from "react";
import type { RefObject } from "react";

import { useRootState } from "../client/ConsoleProvider.tsx";
import { selectActiveLine, selectLeg } from "../client/store/select-calls.ts";
import { useSelectedCall } from "../features/caller/use-caller.ts";
import { useDesk } from "../features/station/use-desk.ts";

export interface ShownCaller {
  /** The call in the caller's panel: the opened one, else the line's, else the next to take. */
  id: string | null;
  /** Somebody was opened by hand. */
  opened: boolean;
  open: (id: string, target: "panel" | "field") => void;
  close: () => void;
  nameField: RefObject<HTMLInputElement | null>;
}

/** `reveal` opens the panel where it is closed: a focus must not go where nothing is seen. */
export function useShownCaller(reveal: () => void): ShownCaller {
  const [chosen, choose] = useSelectedCall();
  const onLine = useRootState((state) => selectLeg(state, selectActiveLine(state))?.callId ?? null);
  const next = useDesk().takeNext.call?.id ?? null;
  const id = chosen ?? onLine ?? next;
  const nameField = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    if (wanted === null || wanted !== id || nameField.current === null) {
      return;
    }
    nameField.current.focus();
    setWanted(null);
  }, [wanted, id]);
  const latest = useRef(reveal);
  useEffect(() => {
    latest.current = reveal;
  });
  const open = useCallback(
    (call: string, target: "panel" | "field") => {
      choose(call);
      latest.current();
      if (target === "field") {
        setWanted(call);
      }
    },
    [choose],
  );
  const close = useCallback(() => choose(null), [choose]);
  return { id, opened: chosen !== null, open, close, nameField };
}
