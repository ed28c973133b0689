import { useEffect, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";

import { deskActions, findCommandName } from "../../client/actions/desk-actions.ts";
import type { KeyBinding } from "../../lib/key-binding.ts";
import { bindCommand } from "../../ui/keys/bind-command.ts";
import type { Command } from "../../ui/keys/command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import type { QueueRowView } from "./queue-filter.ts";
import { type RowKeyInput, rowKeyActions } from "./row-key-actions.ts";

/** Registers the keys of the queue: for the row with the cursor, and for the target of [KY52]. */
export function useQueueCommands(input: RowKeyInput): void {
  const t = useTranslations("deskActions");
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  const mayPick = input.picks !== null;
  const commands = useMemo(
    () =>
      rowKeyActions
        .filter(([id]) => mayPick || !id.startsWith("pick"))
        .flatMap(([id, { isPossible, run }]) =>
          [...deskActions[id].keys].map((key: KeyBinding) => ({
            ...bindCommand(key),
            label: t(findCommandName(id)),
            isPossible: () => isPossible(findRow(latest.current), latest.current),
            run: () => run(latest.current, latest.current.view.cursor),
          })),
        ),
    [t, mayPick],
  );
  useCommands(commands);
  const ban = useMemo((): Command[] => {
    const findBanned = () => {
      const { target, view } = latest.current;
      const row = target.call === null ? undefined : view.rows.rowOf(target.call);
      return row?.mayBan === true ? row.call.id : null;
    };
    return [
      {
        id: "caller.ban",
        scope: "page",
        group: "caller",
        keys: [],
        keyLabel: "",
        label: t("ban.command"),
        isPossible: () => findBanned() !== null,
        run: () => {
          const banned = findBanned();
          if (banned !== null) {
            latest.current.tools.openBan(banned);
          }
        },
      },
    ];
  }, [t]);
  useCommands(ban);
}

function findRow({ view: { cursor, rows } }: RowKeyInput): QueueRowView | undefined {
  return cursor === null || rows.isFaded(cursor) ? undefined : rows.rowOf(cursor);
}
