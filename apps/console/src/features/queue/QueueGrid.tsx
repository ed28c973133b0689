/* oxlint-disable jsx-a11y/prefer-tag-over-role -- styles place the rows, not a table */
/* oxlint-disable jsx-a11y/interactive-supports-focus -- one of its rows is the grid's Tab stop */
import { type HTMLAttributes, memo, type ReactNode, useRef } from "react";
import { useTranslations } from "use-intl";

import { type DragLibrary, useDragLibrary } from "../../ui/drag/DropZone.tsx";
import { useDeskSize } from "../../ui/use-desk-size.ts";
import { useMedia } from "../../ui/use-media.ts";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import { QueueRow } from "./QueueRow.tsx";
import { useRowWords } from "./row-words.ts";
import { useLongPress } from "./use-long-press.ts";
import { useMountedRows } from "./use-mounted-rows.ts";
import type { QueueViewport } from "./use-queue-viewport.ts";
import type { RowEvents } from "./use-row-events.ts";
import { useRowDrop } from "./use-row-placing.ts";

import styles from "./QueueGrid.module.css";

interface QueueGridProps {
  view: QueueViewport;
  stale: boolean;
  /** The number of urgent callers above the view, over the head of the list. */
  above: ReactNode;
  openedId: string | null;
  firstId: string | null;
  /** The row on whose caller the keys act. */
  keyedId: string | null;
  /** The row whose caller one more press rejects. */
  armedId: string | null;
  picked: ReadonlySet<string>;
  /** Is called when a row is dropped at a gap; gap 0 is above the first row. */
  onDrop: (id: string, gap: number) => void;
  events: RowEvents;
}

/** Draws rows of one height. Only the rows near the visible ones and the focused row are mounted. */
export function QueueGrid(props: QueueGridProps) {
  const t = useTranslations("queue");
  const { view, stale, above, onDrop } = props;
  const { rows, viewRef, rowHeight } = view;
  const { shown } = rows.order;
  const freezeEvents = useFreezeEvents(view);
  const drags = useDragLibrary();
  // A finger's long press opens a row's menu and would start a drag too, so fingers cannot drag.
  const library = useMedia("(pointer: coarse)") ? null : drags;
  const gap = useRowDrop({
    library,
    viewRef,
    rowHeight,
    count: shown.length,
    freeze: () => rows.freeze("drag"),
    unfreeze: () => rows.unfreeze("drag"),
    onDrop,
  });
  const longPress = useLongPress(props.events.menu);
  return (
    <div
      role="grid"
      {...longPress}
      aria-label={t("grid")}
      aria-rowcount={shown.length + 1}
      className={styles["grid"]}
      data-keys="queue"
      data-stale={stale || undefined}
      {...freezeEvents}
    >
      <GridHead />
      {above}
      <div ref={viewRef} className={styles["view"]} role="presentation">
        <div
          role="rowgroup"
          className={styles["body"]}
          style={{ height: shown.length * rowHeight }}
        >
          <MountedRows {...props} library={library} />
          {gap === null ? null : (
            <div
              role="presentation"
              className={styles["gap"]}
              style={{ transform: `translateY(${gap * rowHeight}px)` }}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** Returns the event handlers that keep the rows in their places while a person uses them. */
function useFreezeEvents({
  rows,
  point,
  noteFocus,
}: QueueViewport): HTMLAttributes<HTMLDivElement> {
  const hasMoved = useHasMoved();
  return {
    onMouseMove: ({ clientX, clientY }) => {
      if (hasMoved(clientX, clientY)) {
        rows.note("pointer");
      }
    },
    onWheel: () => rows.note("pointer"),
    onMouseEnter: () => point(true),
    onMouseLeave: () => {
      point(false);
      rows.leave("pointer");
    },
    onKeyDown: () => rows.note("keys"),
    onFocus: ({ target }) =>
      noteFocus(target.closest<HTMLElement>("[data-row]")?.dataset["row"] ?? null),
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget)) {
        noteFocus(null);
      }
    },
  };
}

/**
 * Returns a function that is true if the pointer itself has moved. The browser also sends move events
 * when rows move under a pointer at rest.
 */
function useHasMoved(): (x: number, y: number) => boolean {
  const at = useRef({ x: -1, y: -1 });
  return (x, y) => {
    const hasMoved = at.current.x !== x || at.current.y !== y;
    at.current = { x, y };
    return hasMoved;
  };
}

function MountedRows(props: QueueGridProps & { library: DragLibrary | null }) {
  const { view, openedId, firstId, keyedId, armedId, picked, events, library } = props;
  const { rows, rowHeight, cursor } = view;
  const words = useRowWords();
  const small = useDeskSize() === "small";
  return useMountedRows(view).map(({ key, id, index, short }) => {
    const row = rows.rowOf(id);
    return row === undefined ? null : (
      <QueueRow
        key={key}
        row={row}
        short={short}
        small={small}
        index={index}
        top={index * rowHeight}
        faded={rows.isFaded(id)}
        current={id === cursor}
        opened={id === openedId}
        first={id === firstId}
        keyed={id === keyedId}
        armed={id === armedId}
        picked={picked.has(id)}
        drag={row.pin === null ? null : library}
        events={events}
        words={words}
      />
    );
  });
}

const COLUMNS = ["number", "state", "caller", "phone", "place", "wait", "with"] as const;

const GridHead = memo(() => {
  const t = useTranslations("queue");
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={1} className={styles["head"]}>
        {COLUMNS.map((column) => (
          <span key={column} role="columnheader">
            {t(column)}
          </span>
        ))}
        <span role="columnheader">
          <VisuallyHidden>{t("action")}</VisuallyHidden>
        </span>
      </div>
    </div>
  );
});
