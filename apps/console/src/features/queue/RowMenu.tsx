import { useTranslations } from "use-intl";

import { findKey } from "../../client/actions/desk-actions.ts";
import { useOpenTimeline, useOpenPrizes } from "../../client/ConsoleProvider.tsx";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import { Menu, type MenuAnchor, type MenuEntry } from "../../ui/Menu.tsx";
import { listConferEntries, listMarkEntries, listSeizeEntries } from "./list-mark-entries.ts";
import type { QueueRowView } from "./queue-filter.ts";
import type { QueueOrderView } from "./queue-order.ts";
import { chooseRowAction } from "./use-row-events.ts";
import { findRow, type RowPlacing } from "./use-row-placing.ts";

interface RowMenuProps {
  row: QueueRowView | null;
  anchor: MenuAnchor | null;
  close: () => void;
  open: (id: string, target: "panel" | "field") => void;
  answered: (id: string) => void;
  order: RowOrder;
}

type RowOrder = Pick<RowPlacing, "ask" | "pin"> &
  Pick<QueueOrderView, "openFlags" | "picks" | "confer">;

export function RowMenu({ row, anchor, close, open, answered, order }: RowMenuProps) {
  const t = useTranslations("queue");
  const actions = useTranslations("deskActions");
  const openTimeline = useOpenTimeline();
  const openPrizes = useOpenPrizes();
  const name = row?.call.caller.name ?? row?.call.caller.numberDisplay ?? "";
  return (
    <Menu
      open={row !== null}
      onOpenChange={(next) => {
        if (!next) {
          close();
        }
      }}
      anchor={anchor}
      align="end"
      label={t("menu", { name })}
      entries={
        row === null
          ? []
          : rowEntries({ row, t, actions, open, answered, openTimeline, openPrizes, order })
      }
    />
  );
}

function rowEntries(input: {
  row: QueueRowView;
  t: ReturnType<typeof useTranslations<"queue">>;
  actions: ReturnType<typeof useTranslations<"deskActions">>;
  open: RowMenuProps["open"];
  answered: RowMenuProps["answered"];
  order: RowOrder;
  openTimeline: (call: string) => void;
  openPrizes: (call: string) => void;
}): MenuEntry[] {
  const { row, t, actions, open, answered, openTimeline, openPrizes, order } = input;
  const { id } = row.call;
  const details: MenuEntry = {
    type: "item",
    key: "open",
    label: t("details"),
    shortcut: toShortcut(findKey("open")),
    run: () => open(id, "panel"),
  };
  const timeline: MenuEntry = {
    type: "item",
    key: "timeline",
    label: t("timeline"),
    run: () => openTimeline(id),
  };
  const prizes: MenuEntry = {
    type: "item",
    key: "prizes",
    label: t("prizes"),
    run: () => openPrizes(id),
  };
  const marks = listMarkEntries(row.marks, actions);
  const ordered = orderEntries(input);
  return [
    ...takeEntries({ row, t, answered }),
    ...listSeizeEntries(row, t),
    ...listConferEntries(row.call, order.confer, t),
    details,
    timeline,
    prizes,
    ...marks,
    ...ordered,
    ...leaveEntries(row, t),
  ];
}

function takeEntries(input: {
  row: QueueRowView;
  t: ReturnType<typeof useTranslations<"queue">>;
  answered: RowMenuProps["answered"];
}): MenuEntry[] {
  const { row, t, answered } = input;
  const action = chooseRowAction(row);
  const take = action === null ? null : row[action];
  if (take === null || action === null) {
    return [];
  }
  return row.lines.map((line) => ({
    type: "item",
    key: line,
    label: t(`${action}On`, { number: line === "line1" ? "1" : "2" }),
    run: () => {
      take(line);
      answered(row.call.id);
    },
  }));
}

function leaveEntries(
  { reject, callBack }: QueueRowView,
  t: ReturnType<typeof useTranslations<"queue">>,
): MenuEntry[] {
  const later: MenuEntry[] =
    callBack === null
      ? []
      : [{ type: "item", key: "callBack", label: t("callBackLater"), run: callBack }];
  const away: MenuEntry[] =
    reject === null
      ? []
      : [
          { type: "line", key: "line" },
          {
            type: "item",
            key: "reject",
            label: t("reject"),
            shortcut: toShortcut(findKey("reject")),
            danger: true,
            run: reject,
          },
        ];
  return [...later, ...away];
}

function orderEntries(input: {
  row: QueueRowView;
  t: ReturnType<typeof useTranslations<"queue">>;
  order: RowOrder;
}): MenuEntry[] {
  const { row, t, order } = input;
  const { id, marks } = row.call;
  const { picks } = order;
  if (row.pin === null) {
    return [];
  }
  const entries: MenuEntry[] = [
    { type: "line", key: "order" },
    {
      type: "item",
      key: "move",
      label: t("move"),
      shortcut: toShortcut(findKey("position")),
      run: () => order.ask(id),
    },
    {
      type: "item",
      key: "pin",
      label: t(marks.pinned ? "unpin" : "pin"),
      run: () => order.pin(id, !marks.pinned),
    },
    {
      type: "item",
      key: "flags",
      label: t("flags"),
      shortcut: toShortcut(findKey("flags")),
      run: () => order.openFlags(id, findRow(id)),
    },
  ];
  if (picks !== null) {
    const label = t(picks.picked.has(id) ? "unpick" : "pick");
    entries.push({
      type: "item",
      key: "pick",
      label,
      shortcut: toShortcut(findKey("pick")),
      run: () => picks.toggle(id),
    });
  }
  return entries;
}
