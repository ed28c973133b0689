import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from "react";

import { noLeaves, noTakes } from "../../client/actions/bind-takes.ts";
import { noMarks } from "../../client/desk/marks/bind-marks.ts";
import { createRestTimer, type RestTimer } from "../../lib/rest-timer.ts";
import {
  emptyOrder,
  ENDED_FOR_MS,
  isGuarded,
  nextFadeAt,
  nextOrder,
  THAW_AFTER_MS,
  type FrozenOrder,
  type OrderEvent,
} from "./frozen-order.ts";
import type { QueueRowView } from "./queue-filter.ts";

export interface FrozenRows {
  order: FrozenOrder;
  /** Returns the row of an id. An ended call keeps its last row, in the state `ended`. */
  rowOf: (id: string) => QueueRowView | undefined;
  freeze: (reason: OpenReason) => void;
  unfreeze: (reason: OpenReason) => void;
  /** Notes a move of the pointer over the rows, or a key for them. */
  note: (reason: NotedReason) => void;
  leave: (reason: NotedReason) => void;
  /** Is true when the row of an ended call has faded, and only its space remains in the list. */
  isFaded: (id: string) => boolean;
  flush: () => void;
  /**
   * Notes that the person changes the order. The list then shows the change even while it is
   * frozen.
   */
  followChange: () => void;
  /** Returns true when a click must be ignored because the row has just moved. */
  guarded: (id: string) => boolean;
}

/** Reasons to freeze the list that last until `unfreeze`. */
type OpenReason = "menu" | "drag";
/** Reasons to freeze the list that last for a time after each note. */
export type NotedReason = keyof typeof lastsMs;

/**
 * The list stays frozen for at most this long after the last move of the pointer, the last key, or
 * the end of the focused call.
 */
const lastsMs = { pointer: 5_000, keys: 3_000, ended: ENDED_FOR_MS };

/**
 * If new rows arrive within this time after the person has changed the order, even a frozen list
 * shows them.
 */
const FOLLOW_FOR_MS = 1_000;

interface Input {
  rows: readonly QueueRowView[];
  /** A new value means that the filter has changed. Even a frozen list then shows the new rows. */
  filterKey: string;
  readAnchor: () => string | null;
  /** Returns the number of rows from the first one to the end of the view. */
  countVisible: () => number;
  /** The row with the focus; `null` while the focus is elsewhere. */
  focused: () => string | null;
}

export function useFrozenRows(input: Input): FrozenRows {
  const { rows, filterKey, readAnchor, countVisible, focused } = input;
  const [order, dispatch] = useReducer(nextOrder, emptyOrder);
  const { note, leave } = useNotedReasons(dispatch, readAnchor);
  const filter = useRef(filterKey);
  const followedAt = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    const isRefiltered = filter.current !== filterKey;
    filter.current = filterKey;
    const ids = rows.map((row) => row.call.id);
    const at = performance.now();
    const anchor = readAnchor();
    const own = focused();
    if (isRefiltered) {
      dispatch({ type: "refilter", ids, at, anchor });
    } else {
      // When the focused row has left the list, the next row must not move under the pointer, where
      // the person may be about to click.
      if (own !== null && !ids.includes(own)) {
        note("ended");
      }
      dispatch({ type: "rows", ids, at, anchor, visible: countVisible() });
    }
    if (performance.now() - followedAt.current < FOLLOW_FOR_MS) {
      followedAt.current = Number.NEGATIVE_INFINITY;
      dispatch({ type: "flush", at: performance.now(), anchor: readAnchor() });
    }
  }, [rows, filterKey, readAnchor, countVisible, focused, note]);
  useTick(order, () => dispatch({ type: "tick", at: performance.now(), anchor: readAnchor() }));
  const freeze = useCallback((reason: OpenReason) => dispatch({ type: "freeze", reason }), []);
  const unfreeze = useCallback(
    (reason: OpenReason) => dispatch({ type: "unfreeze", reason, at: performance.now() }),
    [],
  );
  const flush = useCallback(
    () => dispatch({ type: "flush", at: performance.now(), anchor: readAnchor() }),
    [readAnchor],
  );
  const followChange = useCallback(() => void (followedAt.current = performance.now()), []);
  const guarded = useCallback((id: string) => isGuarded(order, id, performance.now()), [order]);
  const isFaded = useCallback((id: string) => order.faded.has(id), [order.faded]);
  const rowOf = useLastRows(rows, order);
  return { order, rowOf, freeze, unfreeze, note, leave, isFaded, flush, followChange, guarded };
}

/**
 * Keeps a reason for `lastsMs` after its last note. Each move of the pointer is a note, so a further
 * note only restarts the timer.
 */
function useNotedReasons(dispatch: (event: OrderEvent) => void, readAnchor: () => string | null) {
  const anchor = useRef(readAnchor);
  useEffect(() => {
    anchor.current = readAnchor;
  });
  const [timers] = useState(() => new Map<NotedReason, RestTimer>());
  const leave = useCallback(
    (reason: NotedReason) => {
      timers.get(reason)?.cancel();
      timers.delete(reason);
      dispatch({ type: "unfreeze", reason, at: performance.now() });
    },
    [timers, dispatch],
  );
  const note = useCallback(
    (reason: NotedReason) => {
      let timer = timers.get(reason);
      if (timer === undefined) {
        timer = createRestTimer(lastsMs[reason], () => {
          timers.delete(reason);
          const at = performance.now();
          dispatch({ type: "expire", reason, at, anchor: anchor.current() });
        });
        timers.set(reason, timer);
        dispatch({ type: "freeze", reason });
      }
      timer.note();
    },
    [timers, dispatch],
  );
  useEffect(
    () => () => {
      for (const timer of timers.values()) {
        timer.cancel();
      }
      timers.clear();
    },
    [timers],
  );
  return { note, leave };
}

/** Ticks when the list is to thaw, or the next ended call is to fade. */
function useTick(order: FrozenOrder, tick: () => void): void {
  const run = useRef(tick);
  useEffect(() => {
    run.current = tick;
  });
  const thawAt = order.leftAt === null ? null : order.leftAt + THAW_AFTER_MS;
  const fadeAt = nextFadeAt(order);
  useEffect(() => {
    if (thawAt === null && fadeAt === null) {
      return;
    }
    const due = Math.min(thawAt ?? Infinity, fadeAt ?? Infinity);
    const timer = setTimeout(() => run.current(), Math.max(0, due - performance.now()) + 5);
    return () => clearTimeout(timer);
  }, [thawAt, fadeAt]);
}

function useLastRows(rows: readonly QueueRowView[], order: FrozenOrder) {
  const live = useMemo(() => new Map(rows.map((row) => [row.call.id, row])), [rows]);
  const before = useRef(live);
  const known = useRef(new Map<string, QueueRowView>());
  useEffect(() => {
    for (const [id, row] of before.current) {
      if (!live.has(id)) {
        known.current.set(id, row);
      }
    }
    before.current = live;
  }, [live]);
  useEffect(() => {
    if (known.current.size === 0) {
      return;
    }
    const drawn = new Set(order.shown);
    for (const id of known.current.keys()) {
      if (!drawn.has(id) || live.has(id)) {
        known.current.delete(id);
      }
    }
  }, [live, order.shown]);
  return (id: string): QueueRowView | undefined => {
    const row = live.get(id);
    if (row !== undefined) {
      return row;
    }
    const last = known.current.get(id) ?? before.current.get(id);
    return last === undefined ? undefined : asEnded(last);
  };
}

function asEnded(row: QueueRowView): QueueRowView {
  return {
    ...row,
    state: "ended",
    with: null,
    pending: false,
    takes: noTakes,
    leaves: { ...noLeaves, call_back: row.leaves.call_back },
    pin: null,
    marks: noMarks,
  };
}
