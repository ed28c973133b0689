import { useMemo } from "react";
import { useTranslations } from "use-intl";

import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import type { Command } from "../../ui/keys/command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import { selectUndoable, type Undoable } from "./select-undoable.ts";

export type UndoView = Undoable & { undo: () => void };

export function useLeaving(): UndoView[] {
  const { desk } = useConsole();
  const undoable = useRootState(selectUndoable);
  return useMemo(
    () =>
      undoable.map((one) => ({
        ...one,
        undo: () =>
          void (one.reason === "bulk"
            ? desk.bulkReject.undo(one.rejection)
            : desk.leaving.undo(one.id)),
      })),
    [desk, undoable],
  );
}

/** Z, and Ctrl+. also in a field: the last thing done that can be taken back. */
export function useUndoCommand(): void {
  const t = useTranslations("shortcuts");
  const { desk } = useConsole();
  const commands = useMemo(
    () => undoCommands(t("undo"), () => void desk.undo.undoLast()),
    [t, desk],
  );
  useCommands(commands);
}

export function undoCommands(label: string, run: () => void): Command[] {
  const both = { group: "calls", label, run } as const;
  return [
    { ...both, id: "undo.last", scope: "anywhere", keys: ["Control+."], keyLabel: "Ctrl ." },
    { ...both, id: "undo.last.key", scope: "page", keys: ["z"], keyLabel: "Z" },
  ];
}
