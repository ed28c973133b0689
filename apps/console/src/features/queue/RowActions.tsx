import { Ellipsis, Undo2 } from "lucide-react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { chooseRowAction } from "./choose-row-action.ts";
import type { QueueRowView } from "./queue-view.ts";
import type { RowEvents } from "./use-row-events.ts";

import styles from "./QueueGrid.module.css";

interface RowActionsProps {
  row: QueueRowView;
  /** F2 takes this one. */
  first: boolean;
  events: RowEvents;
}

export function RowActions({ row, first, events }: RowActionsProps) {
  const t = useTranslations("queue");
  const { id, caller } = row.call;
  const name = caller.name ?? caller.numberDisplay;
  const action = row.here ? chooseRowAction(row) : null;
  const isRungBack = action === "answer" && row.call.callBack !== null;
  return (
    <>
      {row.state === "ended" ? null : (
        <Button
          look="quiet"
          size="row"
          icon={Ellipsis}
          tabIndex={-1}
          className={styles["more"]}
          aria-haspopup="menu"
          aria-label={t("more", { name })}
          onClick={(event) => {
            event.stopPropagation();
            events.menu(id, event.currentTarget);
          }}
        />
      )}
      {row.undo === null ? null : (
        <Button
          size="row"
          icon={Undo2}
          tabIndex={-1}
          aria-label={t("undoName", { name })}
          onClick={(event) => {
            event.stopPropagation();
            row.undo?.();
          }}
        >
          {t("undo")}
        </Button>
      )}
      {action === null ? null : (
        <Button
          size="row"
          look={first && action === "answer" ? "primary" : "plain"}
          tabIndex={-1}
          pending={row.pending}
          aria-label={t(isRungBack ? "callName" : `${action}Name`, { name })}
          onClick={(event) => {
            event.stopPropagation();
            events.act(id);
          }}
        >
          {t(isRungBack ? "call" : action)}
        </Button>
      )}
    </>
  );
}
