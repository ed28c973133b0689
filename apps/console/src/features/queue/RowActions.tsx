/* oxlint-disable jsx-a11y/prefer-tag-over-role -- styles place the rows, not a table */
import { Ellipsis, Undo2 } from "lucide-react";

import { Button } from "../../ui/Button.tsx";
import { useSettledClicks } from "../../ui/use-settled-clicks.ts";
import { isCut, SURE_ROOM } from "./is-cut.ts";
import type { QueueRowView } from "./queue-filter.ts";
import type { RowWords } from "./row-words.ts";
import { type RowEvents, chooseRowAction } from "./use-row-events.ts";

import styles from "./RowActions.module.css";

interface RowActionsProps {
  row: QueueRowView;
  /** Is true for the row that F2 takes. */
  first: boolean;
  events: RowEvents;
  words: RowWords;
}

export function RowActions({ row, first, events, words }: RowActionsProps) {
  const { queue, actions: t } = words;
  const { id, caller } = row.call;
  const name = caller.name ?? caller.numberDisplay;
  const action = row.here ? chooseRowAction(row) : null;
  const isRungBack = action === "accept" && row.call.callBack !== null;
  const back = row.leaves.bring_back;
  // The second press of a double click on Undo must not take the call.
  const settle = useSettledClicks([back === null ? "" : "back"]);
  return (
    <div role="gridcell" className={styles["actions"]} onClickCapture={settle}>
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
      {back === null ? null : (
        <Button
          size="row"
          icon={Undo2}
          tabIndex={-1}
          data-cut={isCut(t("bring_back.name"), SURE_ROOM.action)}
          aria-label={t("bring_back.named", { name })}
          onClick={(event) => {
            event.stopPropagation();
            back();
          }}
        >
          {t("bring_back.name")}
        </Button>
      )}
      {action === null ? null : (
        <TakeButton
          row={row}
          isFirst={first && action === "accept"}
          {...(row.toAir && !isRungBack
            ? { label: queue("toAir"), name: words.toAir(words.act[action](name)) }
            : {
                label: isRungBack ? queue("call") : t(`${action}.name`),
                name: isRungBack ? words.call(name) : words.act[action](name),
              })}
          act={events.act}
        />
      )}
    </div>
  );
}

interface TakeButtonProps {
  row: QueueRowView;
  isFirst: boolean;
  label: string;
  /** The label for screen readers, with the name of the caller. */
  name: string;
  act: RowEvents["act"];
}

function TakeButton({ row, isFirst, label, name, act }: TakeButtonProps) {
  return (
    <Button
      size="row"
      look={isFirst ? "primary" : "plain"}
      tabIndex={-1}
      data-to-air={row.toAir ? (isFirst ? "next" : "outline") : undefined}
      pending={row.pending}
      data-cut={isCut(label, SURE_ROOM.action)}
      aria-label={name}
      onClick={(event) => {
        event.stopPropagation();
        act(row.call.id);
      }}
    >
      {label}
    </Button>
  );
}
