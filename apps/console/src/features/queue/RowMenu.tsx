import { useTranslations } from "use-intl";

import { Menu } from "../../ui/Menu.tsx";
import type { MenuAnchor, MenuEntry } from "../../ui/Menu.tsx";
import { chooseRowAction } from "./choose-row-action.ts";
import type { QueueRowView } from "./queue-view.ts";

interface RowMenuProps {
  row: QueueRowView | null;
  anchor: MenuAnchor | null;
  close: () => void;
  open: (id: string, target: "panel" | "field") => void;
  answered: (id: string) => void;
}

/** One menu for the whole list; it opens at the row that asked for it. */
export function RowMenu({ row, anchor, close, open, answered }: RowMenuProps) {
  const t = useTranslations("queue");
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
      entries={row === null ? [] : rowEntries({ row, t, open, answered })}
    />
  );
}

function rowEntries(input: {
  row: QueueRowView;
  t: ReturnType<typeof useTranslations<"queue">>;
  open: RowMenuProps["open"];
  answered: RowMenuProps["answered"];
}): MenuEntry[] {
  const { row, t, open, answered } = input;
  const { id } = row.call;
  const action = chooseRowAction(row);
  const take = action === null ? null : row[action];
  function on(line: "line1" | "line2", number: string): MenuEntry[] {
    return take === null || action === null
      ? []
      : [
          {
            type: "item",
            key: line,
            label: t(`${action}On`, { number }),
            run: () => {
              take(line);
              answered(id);
            },
          },
        ];
  }
  const details: MenuEntry = {
    type: "item",
    key: "open",
    label: t("details"),
    keys: "Enter",
    run: () => open(id, "panel"),
  };
  const { reject, callBack } = row;
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
            keys: "Del Del",
            danger: true,
            run: reject,
          },
        ];
  return [...on("line1", "1"), ...on("line2", "2"), details, ...later, ...away];
}
