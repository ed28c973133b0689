import type { useTranslations } from "use-intl";

import { defineLeave, leaveIds } from "../../client/actions/leave-actions.ts";
import { defineTake, type TakeAction, takeIds } from "../../client/actions/take-actions.ts";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import type { MenuEntry } from "../../ui/Menu.tsx";
import type { QueueRowView } from "./queue-filter.ts";
import { chooseRowAction } from "./use-row-events.ts";

type TranslateActions = ReturnType<typeof useTranslations<"deskActions">>;

const bothLines = ["line1", "line2"] as const;

/** Lists the row's action on each line, then the actions that only the menu offers. */
export function listTakeEntries(
  row: QueueRowView,
  t: TranslateActions,
  answered: (id: string) => void,
): MenuEntry[] {
  const chosen = chooseRowAction(row);
  const onlyHere = takeIds.filter((id) => defineTake(id).onlyInMenu === true);
  return [
    ...(chosen === null ? [] : listOnLines(row, chosen, t, answered)),
    ...onlyHere.flatMap((id) => listOnLines({ ...row, lines: bothLines }, id, t)),
  ];
}

function listOnLines(
  { call, lines, takes }: Pick<QueueRowView, "call" | "lines" | "takes">,
  id: TakeAction,
  t: TranslateActions,
  after?: (id: string) => void,
): MenuEntry[] {
  const take = takes[id];
  const name = "holder" in call.desk ? (call.desk.holder?.name ?? "") : "";
  return (take === null ? [] : lines).map((line) => ({
    type: "item",
    key: `${id}:${line}`,
    label: t(`${id}.onLine`, { name, number: line === "line1" ? "1" : "2" }),
    run: () => {
      take?.(line);
      after?.(call.id);
    },
  }));
}

export function listLeaveEntries({ leaves }: QueueRowView, t: TranslateActions): MenuEntry[] {
  return leaveIds.flatMap((id): MenuEntry[] => {
    const { menu, keys } = defineLeave(id);
    const run = leaves[id];
    const [key] = keys;
    if (run === null || menu === undefined) {
      return [];
    }
    const shown = key === undefined ? {} : { shortcut: toShortcut(key) };
    const entry = { type: "item" as const, key: id, label: t(`${id}.name`), ...shown, run };
    return menu === "plain"
      ? [entry]
      : [
          { type: "line", key: "line" },
          { ...entry, danger: true },
        ];
  });
}
