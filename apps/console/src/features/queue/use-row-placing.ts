import { useState } from "react";

import { findDropPlace, findNumberedPlace } from "./drop-place.ts";
import type { QueueOrderView } from "./queue-order.ts";
import type { QueueViewport } from "./use-queue-viewport.ts";

/** How a row comes to another place: dropped there, or by the number that is typed. */
export interface RowPlacing {
  /** The row whose new place is asked for. */
  asked: string | null;
  ask: (id: string) => void;
  submit: (place: number) => void;
  close: () => void;
  drop: (id: string, gap: number) => void;
  /** Pins the row's call, or no longer. */
  pin: (id: string, pinned: boolean) => void;
}

interface RowPlacingInput {
  view: QueueViewport;
  move: QueueOrderView["move"];
}

/** Whoever moves a row sees it there at once, frozen or not [QL24]. */
export function useRowPlacing({ view, move }: RowPlacingInput): RowPlacing {
  const [asked, setAsked] = useState<string | null>(null);
  const { rows } = view;
  const { shown } = rows.order;
  function change(id: string, run: () => void) {
    const isLiving = rows.rowOf(id)?.pin != null;
    if (isLiving) {
      rows.followChange();
      run();
    }
  }
  return {
    asked: asked !== null && shown.includes(asked) ? asked : null,
    ask: (id) => {
      if (rows.rowOf(id)?.pin != null) {
        rows.hold("menu");
        setAsked(id);
      }
    },
    submit: (place) => {
      if (asked !== null) {
        change(asked, () => move(asked, findNumberedPlace(shown, asked, place)));
      }
    },
    close: () => {
      setAsked(null);
      rows.release("menu");
    },
    drop: (id, gap) => change(id, () => move(id, findDropPlace(shown, id, gap))),
    pin: (id, pinned) => change(id, () => rows.rowOf(id)?.pin?.(pinned)),
  };
}

export function findRow(id: string): Element | null {
  return document.querySelector(`[data-row="${id}"]`);
}
