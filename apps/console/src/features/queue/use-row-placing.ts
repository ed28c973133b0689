import { useState, type RefObject, useEffect, useRef } from "react";

import type { Neighbours } from "../../client/desk/marks/order-actions.ts";
import { type DragLibrary, readDraggedRow } from "../../ui/drag/DropZone.tsx";
import type { QueueRowView } from "./queue-filter.ts";
import type { QueueOrderView } from "./queue-order.ts";
import type { QueueViewport } from "./use-queue-viewport.ts";

export interface RowPlacing {
  moving: string | null;
  openPlaceForm: (id: string) => void;
  submit: (position: number) => void;
  close: () => void;
  drop: (id: string, gap: number) => void;
  /** Pins or unpins the row's call. */
  pin: (id: string, pinned: boolean) => void;
}

interface RowPlacingInput {
  view: QueueViewport;
  move: QueueOrderView["move"];
}

export function useRowPlacing({ view, move }: RowPlacingInput): RowPlacing {
  const [moving, setMoving] = useState<string | null>(null);
  const { rows } = view;
  const { shown } = rows.order;
  function change(id: string, run: () => void) {
    if (mayOrder(rows.rowOf(id))) {
      rows.followChange();
      run();
    }
  }
  return {
    moving: moving !== null && shown.includes(moving) ? moving : null,
    openPlaceForm: (id) => {
      if (mayOrder(rows.rowOf(id))) {
        rows.freeze("menu");
        setMoving(id);
      }
    },
    submit: (position) => {
      if (moving !== null) {
        change(moving, () => move(moving, findNumberedPlace(shown, moving, position)));
      }
    },
    close: () => {
      setMoving(null);
      rows.unfreeze("menu");
    },
    drop: (id, gap) => change(id, () => move(id, findDropPlace(shown, id, gap))),
    pin: (id, pinned) => change(id, () => rows.rowOf(id)?.pin?.(pinned)),
  };
}

/** Returns false for a call that has ended, and for a role that may not change the order. */
function mayOrder(row: QueueRowView | undefined): boolean {
  return row !== undefined && row.pin !== null;
}

export function findRow(id: string): Element | null {
  return document.querySelector(`[data-row="${id}"]`);
}

interface RowDropInput {
  library: DragLibrary | null;
  viewRef: RefObject<HTMLDivElement | null>;
  rowHeight: number;
  count: number;
  freeze: () => void;
  unfreeze: () => void;
  onDrop: (row: string, gap: number) => void;
}

export function useRowDrop(input: RowDropInput): number | null {
  const { library, viewRef } = input;
  const [gap, setGap] = useState<number | null>(null);
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  useEffect(() => {
    const view = viewRef.current;
    if (library === null || view === null) {
      return;
    }
    function gapAt(clientY: number): number {
      const { rowHeight, count } = latest.current;
      const top = view?.getBoundingClientRect().top ?? 0;
      return findGap({ y: clientY - top + (view?.scrollTop ?? 0), rowHeight, count });
    }
    const stops = [
      library.monitorForElements({
        onDragStart: () => latest.current.freeze(),
        onDrop: () => latest.current.unfreeze(),
      }),
      library.dropTargetForElements({
        element: view,
        canDrop: ({ source }) => readDraggedRow(source.data) !== null,
        onDrag: ({ location }) => setGap(gapAt(location.current.input.clientY)),
        onDragLeave: () => setGap(null),
        onDrop: ({ source, location }) => {
          setGap(null);
          const row = readDraggedRow(source.data);
          if (row !== null) {
            latest.current.onDrop(row, gapAt(location.current.input.clientY));
          }
        },
      }),
    ];
    return () => {
      for (const stop of stops) {
        stop();
      }
    };
  }, [library, viewRef]);
  return gap;
}

/** Returns the calls above and below a row dropped at a gap; gap 0 is above the first row. */
export function findDropPlace(shown: readonly string[], row: string, gap: number): Neighbours {
  return {
    above: shown.slice(0, gap).filter((id) => id !== row),
    below: shown.slice(gap).filter((id) => id !== row),
  };
}

/** Returns the calls above and below a row that moves to the given place; the first place is 1. */
export function findNumberedPlace(
  shown: readonly string[],
  row: string,
  position: number,
): Neighbours {
  const others = shown.filter((id) => id !== row);
  const at = Math.min(Math.max(position, 1), others.length + 1) - 1;
  return { above: others.slice(0, at), below: others.slice(at) };
}

export function findGap(input: { y: number; rowHeight: number; count: number }): number {
  const gap = Math.round(input.y / input.rowHeight);
  return Math.min(Math.max(gap, 0), input.count);
}
