import { Undo2 } from "lucide-react";
import { useMemo } from "react";
import { useTranslations } from "use-intl";

import { deskActions, findCommandName, findKey } from "../../client/actions/desk-actions.ts";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { Button } from "../../ui/Button.tsx";
import { bindCommand, toShortcut } from "../../ui/keys/bind-command.ts";
import type { Command } from "../../ui/keys/command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import { selectUndoable, type Undoable } from "./select-undoable.ts";

import styles from "./UndoToasts.module.css";

export function UndoToasts({ leaving }: { leaving: UndoView[] }) {
  const t = useTranslations("undo");
  const actions = useTranslations("deskActions");
  const newest = leaving.at(-1)?.id;
  function describe(view: UndoView): { words: string; name: string } {
    if (view.reason === "bulk") {
      const { count } = view;
      return { words: t("bulk", { count }), name: t("undoBulk", { count }) };
    }
    const { name, windowMs } = view;
    const seconds = String(windowMs / 1000);
    return {
      words: t(view.reason, { name, seconds }),
      name: actions("bring_back.named", { name }),
    };
  }
  return leaving.map((view) => {
    const { id, windowMs, undo } = view;
    const { words, name } = describe(view);
    return (
      <div key={id} className={styles["toast"]}>
        <span className={styles["words"]}>{words}</span>
        <Button
          icon={Undo2}
          className={styles["undo"]}
          aria-label={name}
          onClick={undo}
          {...(id === newest ? { shortcut: toShortcut(findKey("undo", "page")) } : {})}
        >
          {actions("bring_back.name")}
        </Button>
        <span
          className={styles["time"]}
          style={{ animationDuration: `${windowMs}ms` }}
          aria-hidden="true"
        />
      </div>
    );
  });
}

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
