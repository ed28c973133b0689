import type { useTranslations } from "use-intl";

import type { Call } from "@linedesk/contract";
import { findMarkKey, markIds } from "../../client/actions/mark-actions.ts";
import {
  defineRowTool,
  type RowDefinition,
  type RowTools,
  rowToolIds,
} from "../../client/actions/row-actions.ts";
import type { MarkCommands } from "../../client/desk/marks/bind-marks.ts";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import type { MenuEntry } from "../../ui/Menu.tsx";
import type { QueueRowView } from "./queue-filter.ts";
import type { ConferView, PickView } from "./queue-order.ts";

type TranslateActions = ReturnType<typeof useTranslations<"deskActions">>;

export function listMarkEntries(marks: MarkCommands, t: TranslateActions): MenuEntry[] {
  return markIds.flatMap((id): MenuEntry[] => {
    const run = marks[id];
    const key = findMarkKey(id, "queue");
    const shown = key === undefined ? {} : { shortcut: toShortcut(key) };
    return run === null ? [] : [{ type: "item", key: id, label: t(`${id}.name`), ...shown, run }];
  });
}

export function listConferEntries(
  call: Call,
  confer: ConferView | null,
  t: TranslateActions,
): MenuEntry[] {
  return (confer?.bind(call) ?? []).map(({ id, line, run }) => ({
    type: "item",
    key: `${id}:${line}`,
    label: t(`${id}.onLine`, { number: line === "line1" ? "1" : "2" }),
    run,
  }));
}

interface RowToolInput {
  row: QueueRowView;
  picks: PickView | null;
  tools: RowTools;
}

export function listRowEntries(
  menu: RowDefinition["menu"],
  { row, picks, tools }: RowToolInput,
  t: TranslateActions,
): MenuEntry[] {
  const { call, pin, mayBan } = row;
  const at = { call, mayOrder: pin !== null, mayBan, isPicked: picks?.picked.has(call.id) ?? null };
  return rowToolIds.flatMap((id): MenuEntry[] => {
    const { keys, isPossible, run, menu: part } = defineRowTool(id);
    if (part !== menu || !isPossible(at)) {
      return [];
    }
    const [key] = keys;
    const shown = key === undefined ? {} : { shortcut: toShortcut(key) };
    const danger = menu === "danger";
    const entry = { type: "item" as const, key: id, label: t(`${id}.name`), danger, ...shown };
    return [{ ...entry, run: () => run(tools, call.id) }];
  });
}
