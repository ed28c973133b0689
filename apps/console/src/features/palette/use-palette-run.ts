import { useEffect, useRef, useState } from "react";

import type { OpenDial } from "../../client/ConsoleProvider.tsx";
import type { PaletteEntry } from "./find-entries.ts";

/** A second press that comes later counts as a first press, as with the keys. */
const SECOND_PRESS_MS = 1_500;

interface Armed {
  entry: Extract<PaletteEntry, { type: "command" }>;
  at: number;
  isSecond: boolean;
}

interface PaletteActions {
  close: () => void;
  openCaller: (id: string) => void;
  /** Opens the dial panel; `null` when the role may not dial. The list then has no contacts. */
  dial: OpenDial | null;
}

/**
 * Runs the chosen entry after the palette has closed and returned the focus. A guarded action gets
 * each press while the palette is open, and the second press closes the palette.
 */
export function usePaletteRun({ close, openCaller, dial }: PaletteActions) {
  const [armed, setArmed] = useState<Armed | null>(null);
  const now = useRef<Armed | null>(null);
  const chosen = useRef<(() => void) | null>(null);
  const held = useRef<(() => void) | null>(null);
  useEffect(
    () => () => {
      held.current?.();
      chosen.current?.();
    },
    [],
  );
  function release() {
    held.current?.();
    held.current = null;
    if (now.current?.isSecond === true) {
      close();
    }
  }
  function toRun(entry: PaletteEntry): () => void {
    switch (entry.type) {
      case "caller":
        return () => openCaller(entry.id);
      case "contact":
        return () => dial?.(entry.number, entry.detail);
      case "command":
        return entry.command.run;
    }
  }
  function press(entry: PaletteEntry, at: number) {
    if (entry.type !== "command" || entry.command.guarded !== true) {
      chosen.current = toRun(entry);
      return close();
    }
    const before = now.current;
    const isSecond =
      before !== null && before.entry.id === entry.id && at - before.at <= SECOND_PRESS_MS;
    now.current = { entry, at, isSecond };
    setArmed(now.current);
    held.current = entry.command.release ?? null;
    entry.command.run();
  }
  function choose(entry: PaletteEntry, at: number) {
    press(entry, at);
    release();
  }
  return { armed: armed?.entry.id ?? null, choose, press, release };
}
