import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import { deskActions, findCommandName } from "../../client/actions/desk-actions.ts";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { bindCommand } from "../../ui/keys/bind-command.ts";
import type { Command } from "../../ui/keys/command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import { selectUndoable, type Undoable } from "./select-undoable.ts";

export type UndoView = Undoable & { undo: () => void };

export function useUndoable(): UndoView[] {
  const { desk } = useConsole();
  const undoable = useRootState(selectUndoable);
  const over = useOver(undoable);
  return useMemo(
    () =>
      undoable
        .filter(({ id }) => !over.has(id))
        .map((one) => ({
          ...one,
          undo: () =>
            void (one.reason === "bulk"
              ? desk.bulkReject.undo(one.rejection)
              : desk.leaving.undo(one.id)),
        })),
    [desk, undoable, over],
  );
}

const NOTHING_OVER: ReadonlySet<string> = new Set();

/** Returns the actions whose toast is over. The server can undo them a little longer. */
function useOver(undoable: readonly Undoable[]): ReadonlySet<string> {
  const [over, setOver] = useState(NOTHING_OVER);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    for (const { id, windowMs } of undoable) {
      if (!running.has(id)) {
        const end = () => setOver((before) => new Set([...before, id]));
        running.set(id, setTimeout(end, windowMs));
      }
    }
    const shown = new Set(undoable.map(({ id }) => id));
    for (const [id, timer] of running) {
      if (!shown.has(id)) {
        clearTimeout(timer);
        running.delete(id);
        setOver((before) => new Set([...before].filter((one) => one !== id)));
      }
    }
  }, [undoable]);
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running.values()) {
        clearTimeout(timer);
      }
      running.clear();
    };
  }, []);
  return over;
}

/**
 * Registers Z, and Ctrl+. (which works in a field too), for the newest action that can be undone.
 */
export function useUndoCommand(): void {
  const t = useTranslations("deskActions");
  const { desk } = useConsole();
  const commands = useMemo(
    () => undoCommands(t(findCommandName("undo")), () => deskActions.undo.run(desk)),
    [t, desk],
  );
  useCommands(commands);
}

export function undoCommands(label: string, run: () => void): Command[] {
  return deskActions.undo.keys.map((key) => ({ ...bindCommand(key), label, run }));
}
