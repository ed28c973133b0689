import { useEffect, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";

import { deskActions, findCommandName } from "../../client/actions/desk-actions.ts";
import type { KeyBinding } from "../../lib/key-binding.ts";
import { bindCommand } from "../../ui/keys/bind-command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import type { QueueRowView } from "./queue-filter.ts";
import { type RowKeyInput, rowKeyActions } from "./row-key-actions.ts";

/** Registers the keys of the queue: for the row with the cursor, and for the caller of [KY52]. */
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
}

function findRow({ view: { cursor, rows } }: RowKeyInput): QueueRowView | undefined {
  return cursor === null || rows.isFaded(cursor) ? undefined : rows.rowOf(cursor);
}
