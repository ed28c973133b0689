import { useTranslations } from "use-intl";

import type { RowTools } from "../../client/actions/row-actions.ts";
import { Menu, type MenuAnchor, type MenuEntry } from "../../ui/Menu.tsx";
import { listConferEntries, listMarkEntries, listRowEntries } from "./list-row-entries.ts";
import { listLeaveEntries, listTakeEntries } from "./list-take-entries.ts";
import type { QueueRowView } from "./queue-filter.ts";
import type { QueueOrderView } from "./queue-order.ts";

interface RowMenuProps {
  row: QueueRowView | null;
  anchor: MenuAnchor | null;
  close: () => void;
  answered: (id: string) => void;
  order: Pick<QueueOrderView, "picks" | "confer">;
  tools: RowTools;
}

export function RowMenu({ row, anchor, close, answered, order, tools }: RowMenuProps) {
  const t = useTranslations("rowMenu");
  const actions = useTranslations("deskActions");
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
      entries={row === null ? [] : rowEntries({ row, actions, answered, order, tools })}
    />
  );
}

interface RowEntryInput extends Pick<RowMenuProps, "answered" | "order" | "tools"> {
  row: QueueRowView;
  actions: ReturnType<typeof useTranslations<"deskActions">>;
}

function rowEntries({ row, actions, answered, order, tools }: RowEntryInput): MenuEntry[] {
  const { confer, picks } = order;
  const ordered = listRowEntries("order", { row, picks, tools }, actions);
  return [
    ...listTakeEntries(row, actions, answered),
    ...listConferEntries(row.call, confer, actions),
    ...listRowEntries("details", { row, picks, tools }, actions),
    ...listMarkEntries(row.marks, actions),
    ...(ordered.length === 0 ? [] : [{ type: "line" as const, key: "order" }, ...ordered]),
    ...listLeaveEntries(row, actions),
    ...listRowEntries("danger", { row, picks, tools }, actions),
  ];
}
