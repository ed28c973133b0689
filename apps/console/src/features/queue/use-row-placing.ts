import { useState } from "react";

import type { QueueRowView } from "./queue-filter.ts";
import type { QueueOrderView } from "./queue-order.ts";
import type { QueueViewport } from "./use-queue-viewport.ts";
import { findDropPlace, findNumberedPlace } from "./use-row-drop.ts";

export interface RowPlacing {
  moving: string | null;
  ask: (id: string) => void;
  submit: (position: number) => void;
  close: () => void;
  drop: (id: string, gap: number) => void;
  /** Pins the row's call, or no longer. */
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
    ask: (id) => {
      if (mayOrder(rows.rowOf(id))) {
        rows.hold("menu");
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
      rows.release("menu");
    },
    drop: (id, gap) => change(id, () => move(id, findDropPlace(shown, id, gap))),
    pin: (id, pinned) => change(id, () => rows.rowOf(id)?.pin?.(pinned)),
  };
}

/** A call that is gone has no place, and who may not order gives none. */
function mayOrder(row: QueueRowView | undefined): boolean {
  return row !== undefined && row.pin !== null;
}

export function findRow(id: string): Element | null {
  return document.querySelector(`[data-row="${id}"]`);
}
