/* oxlint-disable jsx-a11y/prefer-tag-over-role -- styles place the rows, not a table */
import { Ellipsis, Undo2 } from "lucide-react";

import { Button } from "../../ui/Button.tsx";
import { isCut, SURE_ROOM } from "./is-cut.ts";
import type { QueueRowView } from "./queue-filter.ts";
import type { RowWords } from "./row-words.ts";
import { type RowEvents, chooseRowAction } from "./use-row-events.ts";

import styles from "./RowActions.module.css";

interface RowActionsProps {
  row: QueueRowView;
  /** F2 takes this one. */
  first: boolean;
  events: RowEvents;
  words: RowWords;
}

export function RowActions({ row, first, events, words }: RowActionsProps) {
  const { queue: t } = words;
  const { id, caller } = row.call;
  const name = caller.name ?? caller.numberDisplay;
  const action = row.here ? chooseRowAction(row) : null;
  const isRungBack = action === "answer" && row.call.callBack !== null;
  const verb = isRungBack ? "call" : action;
  return (
    <div role="gridcell" className={styles["actions"]}>
      {row.state === "ended" ? null : (
        <Button
          look="quiet"
          size="row"
          icon={Ellipsis}
          tabIndex={-1}
          className={styles["more"]}
          aria-haspopup="menu"
          aria-label={words.more(name)}
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
          data-cut={isCut(t("undo"), SURE_ROOM.action)}
          aria-label={t("undoName", { name })}
          onClick={(event) => {
            event.stopPropagation();
            row.undo?.();
          }}
        >
          {t("undo")}
        </Button>
      )}
      {verb === null ? null : (
        <Button
          size="row"
          look={first && action === "answer" ? "primary" : "plain"}
          tabIndex={-1}
          pending={row.pending}
          data-cut={isCut(t(verb), SURE_ROOM.action)}
          aria-label={words.act[verb](name)}
          onClick={(event) => {
            event.stopPropagation();
            events.act(id);
          }}
        >
          {t(verb)}
        </Button>
      )}
    </div>
  );
}
