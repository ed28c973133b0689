import { useTranslations } from "use-intl";

import { isScreened } from "../../client/actions/is-screened.ts";
import type { RowTools } from "../../client/actions/row-actions.ts";
import { Menu, type MenuAnchor, type MenuEntry } from "../../ui/Menu.tsx";
import { listConferEntries, listMarkEntries, listRowEntries } from "./list-row-entries.ts";
import { listLeaveEntries, listTakeEntries } from "./list-take-entries.ts";
import { nameAirEntries } from "./name-air-entries.ts";
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
  const isKnown = row !== null && isScreened(row.call);
  const toAir = (action: string) => t(isKnown ? "toAir" : "toAirUnscreened", { action });
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
      entries={row === null ? [] : rowEntries({ row, actions, answered, order, tools, toAir })}
    />
  );
}

interface RowEntryInput extends Pick<RowMenuProps, "answered" | "order" | "tools"> {
  row: QueueRowView;
  actions: ReturnType<typeof useTranslations<"deskActions">>;
  /** Adds "to air" to the words of an action. */
  toAir: (action: string) => string;
}

function rowEntries({ row, actions, answered, order, tools, toAir }: RowEntryInput): MenuEntry[] {
  const { confer, picks } = order;
  const ordered = listRowEntries("order", { row, picks, tools }, actions);
  return [
    ...nameAirEntries(
      [...listTakeEntries(row, actions, answered), ...listConferEntries(row.call, confer, actions)],
      row.fed,
      toAir,
    ),
    ...listRowEntries("details", { row, picks, tools }, actions),
    ...listMarkEntries(row.marks, actions),
    ...(ordered.length === 0 ? [] : [{ type: "line" as const, key: "order" }, ...ordered]),
    ...listLeaveEntries(row, actions),
    ...listRowEntries("danger", { row, picks, tools }, actions),
  ];
}
