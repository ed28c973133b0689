import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";

import { anchoredScroll, mountedRows, rowWindow, scrollIntoView } from "../../lib/row-window.ts";
import type { QueueRowView } from "./queue-view.ts";
import { useFrozenRows } from "./use-frozen-rows.ts";
import type { FrozenRows } from "./use-frozen-rows.ts";

export interface QueueViewport {
  rows: FrozenRows;
  rowHeight: number;
  viewRef: RefObject<HTMLDivElement | null>;
  scroll: () => void;
  mounted: number[];
  /** The row in the Tab order: the last focused one that is still there, else the first. */
  cursor: string | null;
  setCursor: (id: string) => void;
  /** Moves the focus by so many rows. */
  step: (by: number) => void;
  focusFirst: () => void;
}

interface Input {
  rows: readonly QueueRowView[];
  filterKey: string;
  rowHeight: number;
}

export function useQueueViewport({ rows, filterKey, rowHeight }: Input): QueueViewport {
  const viewRef = useRef<HTMLDivElement>(null);
  const shownNow = useRef<readonly string[]>([]);
  const [scrolled, setScrolled] = useState({ scrollTop: 0, viewHeight: 600 });
  // As of the last scroll: asking the document in mid-render would make it lay everything out.
  const topNow = useRef(0);
  const readAnchor = useCallback(() => {
    const top = topNow.current;
    return top <= 0 ? null : (shownNow.current[Math.floor(top / rowHeight)] ?? null);
  }, [rowHeight]);
  const frozen = useFrozenRows({ rows, filterKey, readAnchor });
  const { shown } = frozen.order;
  // Keeps the first visible row where it is when rows above it come or go [QL10].
  useLayoutEffect(() => {
    const before = shownNow.current;
    shownNow.current = shown;
    const view = viewRef.current;
    if (view === null || before === shown) {
      return;
    }
    const by = anchoredTop(topNow.current, { before, shown, rowHeight }) - topNow.current;
    if (by === 0) {
      return;
    }
    topNow.current += by;
    view.scrollTop += by;
  }, [shown, rowHeight]);
  const scroll = useCallback(() => {
    const view = viewRef.current;
    if (view === null) {
      return;
    }
    topNow.current = view.scrollTop;
    setScrolled({ scrollTop: view.scrollTop, viewHeight: view.clientHeight });
  }, []);
  useMeasure(viewRef, scroll);
  const moves = useCursor(shown, (id) =>
    focusSoon({ id, index: shown.indexOf(id), rowHeight, view: viewRef.current }),
  );
  const { cursor } = moves;
  const range = rowWindow({ ...scrolled, rowHeight, count: shown.length });
  const mounted = mountedRows(range, cursor === null ? -1 : shown.indexOf(cursor));
  return { rows: frozen, rowHeight, viewRef, scroll, mounted, ...moves };
}

type Cursor = Pick<QueueViewport, "cursor" | "setCursor" | "step" | "focusFirst">;

function useCursor(shown: readonly string[], focus: (id: string) => void): Cursor {
  const [wanted, setCursor] = useState<string | null>(null);
  const cursor = wanted !== null && shown.includes(wanted) ? wanted : (shown[0] ?? null);
  function moveTo(id: string | undefined) {
    if (id !== undefined) {
      setCursor(id);
      focus(id);
    }
  }
  function step(by: number) {
    const at = cursor === null ? 0 : shown.indexOf(cursor);
    moveTo(shown[Math.min(shown.length - 1, Math.max(0, at + by))]);
  }
  return { cursor, setCursor, step, focusFirst: () => moveTo(shown[0]) };
}

function anchoredTop(
  scrollTop: number,
  rows: { before: readonly string[]; shown: readonly string[]; rowHeight: number },
): number {
  const { rowHeight } = rows;
  const index = Math.floor(scrollTop / rowHeight);
  const anchor = rows.before[index];
  const after = anchor === undefined ? -1 : rows.shown.indexOf(anchor);
  return anchoredScroll({ scrollTop, rowHeight, before: index, after });
}

function useMeasure(viewRef: RefObject<HTMLDivElement | null>, measure: () => void): void {
  useEffect(() => {
    const view = viewRef.current;
    if (view === null) {
      return;
    }
    const observer = new ResizeObserver(() => {
      measure();
      // The head stands beside the scrollbar, which comes and goes, and must be as narrow as rows.
      const gutter = `${view.offsetWidth - view.clientWidth}px`;
      view.parentElement?.style.setProperty("--gutter", gutter);
    });
    observer.observe(view);
    return () => observer.disconnect();
  }, [viewRef, measure]);
}

/** The row may have to be mounted first: the focus follows in the next frame. */
function focusSoon(input: {
  id: string;
  index: number;
  rowHeight: number;
  view: HTMLDivElement | null;
}): void {
  const { id, index, rowHeight, view } = input;
  if (view === null || index === -1) {
    return;
  }
  const { scrollTop, clientHeight: viewHeight } = view;
  view.scrollTop = scrollIntoView({ scrollTop, viewHeight, rowHeight, index });
  requestAnimationFrame(() => {
    view.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus({ preventScroll: true });
  });
}
