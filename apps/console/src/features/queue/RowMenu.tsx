import { useTranslations } from "use-intl";

import { findKey } from "../../client/actions/desk-actions.ts";
import { useOpenTimeline, useOpenPrizes } from "../../client/ConsoleProvider.tsx";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import { Menu, type MenuAnchor, type MenuEntry } from "../../ui/Menu.tsx";
import { listConferEntries, listMarkEntries } from "./list-mark-entries.ts";
import { listLeaveEntries, listTakeEntries } from "./list-take-entries.ts";
import type { QueueRowView } from "./queue-filter.ts";
import type { QueueOrderView } from "./queue-order.ts";
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
  const t = useTranslations("rowMenu");
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
  t: ReturnType<typeof useTranslations<"rowMenu">>;
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
    label: actions("open.name"),
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
    ...listTakeEntries(row, actions, answered),
    ...listConferEntries(row.call, order.confer, t),
    details,
    timeline,
    prizes,
    ...marks,
    ...ordered,
    ...listLeaveEntries(row, actions),
  ];
}

function orderEntries(input: {
  row: QueueRowView;
  t: ReturnType<typeof useTranslations<"rowMenu">>;
  actions: ReturnType<typeof useTranslations<"deskActions">>;
  order: RowOrder;
}): MenuEntry[] {
  const { row, t, actions, order } = input;
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
      label: actions("position.name"),
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
      label: actions("flags.name"),
      shortcut: toShortcut(findKey("flags")),
      run: () => order.openFlags(id, findRow(id)),
    },
  ];
  if (picks !== null) {
    const label = picks.picked.has(id) ? t("unpick") : actions("pick.name");
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
