/* oxlint-disable jsx-a11y/prefer-tag-over-role -- styles place the rows, not a table */
/* oxlint-disable jsx-a11y/click-events-have-key-events -- the queue's keys are commands */
import { Check } from "lucide-react";
import { lazy, memo, type RefObject, Suspense, useEffect, useRef } from "react";

import type { Call } from "@linedesk/contract";
import { type DragLibrary, toDragData } from "../../ui/drag/DropZone.tsx";
import { Elapsed } from "../../ui/time/TimeProvider.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import { CallerCell, ShortCallerCell } from "./CallerCell.tsx";
import { isCut, SURE_ROOM } from "./is-cut.ts";
import type { QueueRowView } from "./queue-filter.ts";
import { chooseRowBar } from "./row-bar.ts";
import type { RowWords, TranslateQueue } from "./row-words.ts";
import { RowActions } from "./RowActions.tsx";
import { StateCell, WithCell } from "./StateCell.tsx";
import type { RowEvents } from "./use-row-events.ts";

import styles from "./QueueGrid.module.css";

const SmallCallerCell = lazy(async () => ({
  default: (await import("./SmallCallerCell.tsx")).SmallCallerCell,
}));

interface QueueRowProps {
  row: QueueRowView;
  /** Is true during a fast scroll: the row shows only number and name. */
  short: boolean;
  /** Is true for an ended call whose place in a frozen list is empty. */
  faded: boolean;
  /** Is true on a phone, where the row has two lines instead of columns. */
  small: boolean;
  index: number;
  top: number;
  /** Is true for the one row of the grid in the Tab order. */
  current: boolean;
  opened: boolean;
  /** Is true for the row that F2 takes. */
  first: boolean;
  /** Is true for the row on whose caller the keys act. */
  keyed: boolean;
  /** Is true when one more press rejects this call. */
  armed: boolean;
  picked: boolean;
  drag: DragLibrary | null;
  events: RowEvents;
  words: RowWords;
}

export const QueueRow = memo((props: QueueRowProps) => {
  const { row, faded, index, top, current, opened, keyed, picked, drag, events, words } = props;
  const { call } = row;
  const { id } = call;
  const element = useDraggable(drag);
  return (
    <div
      role="presentation"
      className={styles["place"]}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        ref={element}
        role="row"
        aria-rowindex={index + 2}
        aria-selected={opened}
        tabIndex={current ? 0 : -1}
        data-row={id}
        className={styles["row"]}
        data-tone={row.state}
        data-bar={chooseRowBar(row)}
        data-opened={opened || undefined}
        data-picked={picked || undefined}
        data-faded={faded || undefined}
        data-keyed={keyed || undefined}
        onFocus={() => events.focus(id)}
        onClick={() => (faded ? undefined : events.open(id))}
        onContextMenu={(event) => {
          event.preventDefault();
          if (faded) {
            return;
          }
          const at = new DOMRect(event.clientX, event.clientY);
          events.menu(id, { getBoundingClientRect: () => at });
        }}
      >
        {faded ? <EmptyCell words={words} /> : <RowContent {...props} />}
      </div>
    </div>
  );
});

function useDraggable(drag: DragLibrary | null): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const dragged = element.current;
    if (drag === null || dragged === null) {
      return;
    }
    const getInitialData = () => toDragData(dragged.dataset["row"] ?? "");
    return drag.draggable({ element: dragged, getInitialData });
  }, [drag]);
  return element;
}

/** Draws the place of an ended call, which stays in the list and looks empty. */
function EmptyCell({ words }: Pick<QueueRowProps, "words">) {
  return (
    <div role="gridcell">
      <VisuallyHidden>{words.state("ended")}</VisuallyHidden>
    </div>
  );
}

type RowContentProps = Pick<
  QueueRowProps,
  "row" | "short" | "small" | "index" | "first" | "keyed" | "armed" | "picked" | "events" | "words"
>;

function RowContent({ row, short, index, picked, words, ...cells }: RowContentProps) {
  const { small, first, keyed, armed, events } = cells;
  const number = String(index + 1);
  return (
    <>
      <div role="gridcell" className={styles["index"]}>
        {picked ? (
          <Check size={16} role="img" aria-label={words.queue("picked", { number })} />
        ) : (
          number
        )}
      </div>
      {short ? (
        <ShortCallerCell row={row} words={words} />
      ) : (
        <RowCells {...{ row, small, first, keyed, armed, events, words }} />
      )}
    </>
  );
}

type RowCellsProps = Pick<
  QueueRowProps,
  "row" | "small" | "first" | "keyed" | "armed" | "events" | "words"
>;

const RowCells = memo(({ row, small, first, keyed, armed, events, words }: RowCellsProps) => {
  const { queue: t, state } = words;
  const { caller, arrivedAt } = row.call;
  const suburb = findPlace(caller, t);
  return (
    <>
      <StateCell row={row} t={state} />
      {small ? (
        <Suspense fallback={<ShortCallerCell row={row} words={words} />}>
          <SmallCallerCell row={row} armed={armed} words={words} />
        </Suspense>
      ) : (
        <CallerCell row={row} keyed={keyed} armed={armed} words={words} />
      )}
      <div
        role="gridcell"
        className={styles["number"]}
        data-alone={suburb.words === "" || undefined}
        data-cut={isCut(caller.numberDisplay, SURE_ROOM.number)}
      >
        {caller.numberDisplay}
      </div>
      <PlaceCell suburb={suburb} t={t} />
      <div role="gridcell" className={styles["wait"]}>
        {row.state === "ended" ? "" : <Elapsed since={arrivedAt} />}
      </div>
      <WithCell row={row} t={state} />
      <RowActions row={row} first={first} events={events} words={words} />
    </>
  );
});

interface RowPlace {
  shown: string;
  words: string;
  /** Is true for a place that is guessed from the number and that nobody has confirmed. */
  isGuess: boolean;
}

function findPlace({ location, locationGuess }: Call["caller"], t: TranslateQueue): RowPlace {
  if (location === null && locationGuess !== null) {
    const words = t("guessedPlace", { place: locationGuess });
    return { shown: `${locationGuess}?`, words, isGuess: true };
  }
  return { shown: location ?? "", words: location ?? "", isGuess: false };
}

function PlaceCell({ suburb, t }: { suburb: RowPlace; t: TranslateQueue }) {
  const { shown, words, isGuess } = suburb;
  return (
    <div
      role="gridcell"
      className={styles["cell"]}
      data-guess={isGuess || undefined}
      data-cut={isCut(words, SURE_ROOM.place)}
      title={words === "" ? undefined : words}
    >
      {shown}
      {isGuess ? <VisuallyHidden>{t("guessed")}</VisuallyHidden> : null}
    </div>
  );
}
