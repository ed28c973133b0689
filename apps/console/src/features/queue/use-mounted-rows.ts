import { useCallback, useLayoutEffect, useReducer, useRef, useState } from "react";
import { shallowEqual } from "react-redux";

import { createRowSlots, type RowSlot } from "../../lib/row-slots.ts";
import { mountedRows, type RowWindow, rowWindow } from "../../lib/row-window.ts";
import type { QueueViewport } from "./use-queue-viewport.ts";

/** The number of rows to replace in one frame. More rows would delay the frame. */
const STEP = 4;
/**
 * In a fast scroll rows are short. A frame has time for six, even on a processor slowed to a
 * quarter.
 */
const FAST_STEP = 6;

interface MountedRow extends RowSlot {
  index: number;
}

/** Returns the rows to mount, and renders again when the list scrolls to other rows. */
export function useMountedRows({ scrolled, rows, rowHeight, cursor }: QueueViewport): MountedRow[] {
  const { shown } = rows.order;
  const count = shown.length;
  const [assign] = useState(createRowSlots);
  const { first, last, moving, fast } = useMounted({ scrolled, rowHeight, count });
  const focused = cursor === null ? -1 : shown.indexOf(cursor);
  const indexes = new Map<string, number>();
  for (const index of mountedRows({ first, last }, focused)) {
    indexes.set(shown[index] ?? "", index);
  }
  const isListed = (id: string) => shown.includes(id);
  return assign({ ids: [...indexes.keys()], isListed, moving, fast }).map((slot) => ({
    ...slot,
    index: indexes.get(slot.id) ?? -1,
  }));
}

interface Mounted extends RowWindow {
  moving: boolean;
  fast: boolean;
}

/** Returns the mounted rows; a scroll within them renders nothing. */
function useMounted(list: Pick<QueueViewport, "scrolled" | "rowHeight"> & { count: number }) {
  const { scrolled, rowHeight, count } = list;
  const [, redraw] = useReducer((draws: number) => draws + 1, 0);
  const read = useCallback((): Mounted => {
    const { top, height, moving, fast } = scrolled.read();
    const step = fast ? FAST_STEP : STEP;
    const view = { scrollTop: top, viewHeight: height, rowHeight, count, step };
    return { ...rowWindow(view), moving, fast };
  }, [scrolled, rowHeight, count]);
  const mounted = read();
  const drawn = useRef(mounted);
  const { first, last } = mounted;
  useLayoutEffect(() => {
    drawn.current = mounted;
    const bottom = last < count ? last * rowHeight : Number.POSITIVE_INFINITY;
    scrolled.noteMounted({ top: first * rowHeight, bottom });
  });
  useLayoutEffect(
    () =>
      scrolled.onChange(() => {
        if (!shallowEqual(read(), drawn.current)) {
          redraw();
        }
      }),
    [scrolled, read],
  );
  return mounted;
}
