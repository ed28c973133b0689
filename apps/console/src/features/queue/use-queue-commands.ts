import { useEffect, useMemo, useRef } from "react";
import type { RefObject } from "react";
import { useTranslations } from "use-intl";

import { findCommandName, findKey } from "../../client/actions/desk-actions.ts";
import { bindCommand } from "../../ui/keys/bind-command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import type { QueueRowView } from "./queue-filter.ts";
import { type RowKeyInput, rowKeyActions } from "./row-key-actions.ts";

interface Input extends RowKeyInput {
  search: RefObject<HTMLInputElement | null>;
}

export function useQueueCommands(input: Input): void {
  const t = useTranslations("deskActions");
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  const commands = useMemo(() => {
    const rowCommands = rowKeyActions.map(([id, { isPossible, run }]) => ({
      ...bindCommand(findKey(id, "queue")),
      label: t(findCommandName(id)),
      isPossible: () => isPossible(findRow(latest.current), latest.current.selectedLine),
      run: () => run(latest.current, latest.current.view.cursor),
    }));
    const find = {
      ...bindCommand(findKey("find")),
      label: t(findCommandName("find")),
      run: () => latest.current.search.current?.focus(),
    };
    return [...rowCommands, find];
  }, [t]);
  useCommands(commands);
}

function findRow({ view: { cursor, rows } }: RowKeyInput): QueueRowView | undefined {
  return cursor === null ? undefined : rows.rowOf(cursor);
}
