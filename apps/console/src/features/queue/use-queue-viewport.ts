import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { createFastScroll } from "../../lib/fast-scroll.ts";
import { createRestTimer } from "../../lib/rest-timer.ts";
import { anchoredScroll, scrollIntoView } from "../../lib/row-window.ts";
import type { QueueRowView } from "./queue-filter.ts";
import { createScrolled, type Scrolled } from "./scrolled.ts";
import { useFrozenRows, type FrozenRows } from "./use-frozen-rows.ts";

export interface QueueViewport {
  rows: FrozenRows;
  rowHeight: number;
  viewRef: RefObject<HTMLDivElement | null>;
  scrolled: Scrolled;
  /**
   * The row in the Tab order: the row that had the focus last, if it still exists, or else the
   * first row.
   */
  cursor: string | null;
  setCursor: (id: string) => void;
  /** Is true while the pointer is over the list, even at rest. */
  isPointed: boolean;
  point: (isPointed: boolean) => void;
  /** Notes the row that has the focus; `null` when the focus leaves the list. */
  noteFocus: (id: string | null) => void;
  /** Returns true while one of the rows has the focus. */
  hasFocus: () => boolean;
  /** Scrolls to the row without moving the cursor. */
  scrollTo: (id: string) => void;
  step: (by: number) => void;
  focusFirst: () => void;
}

/** The height in px that the CSS reserves, so that the hint does not cover the focused row. */
const PILL_ROOM = 48;
/** The list counts as at rest this long after its last scroll. */
const REST_MS = 150;

interface Input {
  rows: readonly QueueRowView[];
  filterKey: string;
  rowHeight: number;
  onScroll: (isFast: boolean) => void;
  /** Is called when the person moves the cursor to a row by a key. */
  onMove: (id: string) => void;
}

export function useQueueViewport(input: Input): QueueViewport {
  const { rows, filterKey, rowHeight, onScroll } = input;
  const viewRef = useRef<HTMLDivElement>(null);
  const shownNow = useRef<readonly string[]>([]);
  // The last scroll position is stored, because reading it from the element during a render forces
  // a layout.
  const [scrolled] = useState(createScrolled);
  const readAnchor = useCallback(() => {
    const { top } = scrolled.read();
    return top <= 0 ? null : (shownNow.current[Math.floor(top / rowHeight)] ?? null);
  }, [scrolled, rowHeight]);
  const countVisible = useCallback(() => {
    const { top, height } = scrolled.read();
    return Math.ceil((top + height) / rowHeight);
  }, [scrolled, rowHeight]);
  const focusedRow = useRef<string | null>(null);
  const focused = useCallback(() => focusedRow.current, []);
  const frozen = useFrozenRows({ rows, filterKey, readAnchor, countVisible, focused });
  const { shown } = frozen.order;
  // Keeps the first visible row in place when rows above it come or go.
  useLayoutEffect(() => {
    const before = shownNow.current;
    shownNow.current = shown;
    const view = viewRef.current;
    if (view === null || before === shown) {
      return;
    }
    const { top } = scrolled.read();
    const by = anchoredTop(top, { before, shown, rowHeight }) - top;
    if (by === 0) {
      return;
    }
    scrolled.set({ top: top + by });
    view.scrollTop += by;
  }, [shown, rowHeight, scrolled]);
  useMeasure({ viewRef, scrolled, rowHeight, onScroll });
  const { note } = frozen;
  function show(id: string) {
    return { id, index: shown.indexOf(id), rowHeight, view: viewRef.current };
  }
  const moves = useCursor(shown, (id) => {
    input.onMove(id);
    note("keys");
    focusSoon(show(id));
  });
  const noteFocus = useCallback((id: string | null) => void (focusedRow.current = id), []);
  useFocusOfGone({ shown, focused, noteFocus, viewRef, setCursor: moves.setCursor });
  const scrollTo = (id: string) => scrollToRow(show(id));
  const [isPointed, point] = useState(false);
  const list = { rowHeight, viewRef, scrolled, scrollTo };
  const hasFocus = () => focusedRow.current !== null;
  return { rows: frozen, isPointed, point, noteFocus, hasFocus, ...list, ...moves };
}

interface FocusOfGone extends Pick<QueueViewport, "viewRef" | "setCursor" | "noteFocus"> {
  shown: readonly string[];
  focused: () => string | null;
}

/** When the row with the focus leaves the list, the row in its place gets the focus. */
function useFocusOfGone(input: FocusOfGone): void {
  const { shown, focused, noteFocus, viewRef, setCursor } = input;
  const before = useRef(shown);
  useLayoutEffect(() => {
    const own = focused();
    const at = own === null ? -1 : before.current.indexOf(own);
    before.current = shown;
    if (own === null || at === -1 || shown.includes(own)) {
      return;
    }
    const next = shown[Math.min(at, shown.length - 1)];
    noteFocus(null);
    if (next !== undefined) {
      setCursor(next);
      requestAnimationFrame(() => focusRow(viewRef.current, next));
    }
  }, [shown, focused, noteFocus, viewRef, setCursor]);
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

type Measured = Pick<QueueViewport, "viewRef" | "scrolled" | "rowHeight"> & Pick<Input, "onScroll">;

function useMeasure({ viewRef, scrolled, rowHeight, onScroll }: Measured): void {
  useEffect(() => {
    const view = viewRef.current;
    if (view === null) {
      return;
    }
    let isFast = createFastScroll(rowHeight);
    function handleRest() {
      isFast = createFastScroll(rowHeight);
      scrolled.set({ moving: false, fast: false });
      delete view?.dataset["moving"];
    }
    const rest = createRestTimer(REST_MS, handleRest);
    const handleScroll = () => {
      const top = view.scrollTop;
      const by = top - scrolled.read().top;
      if (by === 0) {
        // The layout effect itself caused this scroll, to keep the visible rows in place.
        return;
      }
      const fast = isFast(by, performance.now());
      onScroll(fast);
      rest.note();
      if (!scrolled.read().moving) {
        view.dataset["moving"] = "";
      }
      if (scrolled.isMountedAt(top) && scrolled.isMountedAt(top + by)) {
        // The next frame does not need the new rows, so React may render them after that frame.
        scrolled.set({ top, moving: true, fast });
      } else {
        flushSync(() => scrolled.set({ top, moving: true, fast }));
      }
    };
    const observer = new ResizeObserver(() => {
      scrolled.set({ top: view.scrollTop, height: view.clientHeight });
      // The head must be as narrow as the rows beside the scrollbar, which may disappear.
      const gutter = `${view.offsetWidth - view.clientWidth}px`;
      view.parentElement?.style.setProperty("--gutter", gutter);
    });
    observer.observe(view);
    view.addEventListener("scroll", handleScroll, { passive: true });
    return () => {
      observer.disconnect();
      rest.cancel();
      handleRest();
      view.removeEventListener("scroll", handleScroll);
    };
  }, [viewRef, scrolled, rowHeight, onScroll]);
}

interface RowSpot {
  id: string;
  index: number;
  rowHeight: number;
  view: HTMLDivElement | null;
}

function scrollToRow({ index, rowHeight, view }: RowSpot): void {
  if (view !== null && index !== -1) {
    const { scrollTop, clientHeight } = view;
    const viewHeight = clientHeight - PILL_ROOM;
    view.scrollTop = scrollIntoView({ scrollTop, viewHeight, rowHeight, index });
  }
}

/** Focuses the row in the next frame, because it may have to be mounted first. */
function focusSoon(row: RowSpot): void {
  const { id, index, view } = row;
  if (view === null || index === -1) {
    return;
  }
  scrollToRow(row);
  requestAnimationFrame(() => focusRow(view, id));
}

function focusRow(view: HTMLDivElement | null, id: string): void {
  view?.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus({ preventScroll: true });
}
