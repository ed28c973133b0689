import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef } from "react";

import { noLeaves, noTakes } from "../../client/actions/bind-takes.ts";
import { noMarks } from "../../client/desk/marks/bind-marks.ts";
import {
  emptyOrder,
  isFrozen,
  isGuarded,
  nextOrder,
  THAW_AFTER_MS,
  type FreezeReason,
  type FrozenOrder,
} from "./frozen-order.ts";
import type { QueueRowView } from "./queue-filter.ts";

export interface FrozenRows {
  order: FrozenOrder;
  /** Returns the row of an id. A call that has ended keeps its last row, as ended. */
  rowOf: (id: string) => QueueRowView | undefined;
  hold: (reason: FreezeReason) => void;
  release: (reason: FreezeReason) => void;
  flush: () => void;
  /**
   * Notes that the person changes the order. The list then shows the change even while it is
   * frozen.
   */
  followChange: () => void;
  /** Returns true when a click must be ignored because the row has just moved. */
  guarded: (id: string) => boolean;
}

/**
 * If new rows arrive within this time after a person's change of the order, a frozen list takes
 * them.
 */
const FOLLOW_FOR_MS = 1_000;

interface Input {
  rows: readonly QueueRowView[];
  /** A new value means a changed filter, whose rows even a frozen list takes. */
  filterKey: string;
  readAnchor: () => string | null;
}

export function useFrozenRows({ rows, filterKey, readAnchor }: Input): FrozenRows {
  const [order, dispatch] = useReducer(nextOrder, emptyOrder);
  const filter = useRef(filterKey);
  const followedAt = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    const isRefiltered = filter.current !== filterKey;
    filter.current = filterKey;
    dispatch({
      type: isRefiltered ? "refilter" : "rows",
      ids: rows.map((row) => row.call.id),
      at: performance.now(),
      anchor: readAnchor(),
    });
    if (performance.now() - followedAt.current < FOLLOW_FOR_MS) {
      followedAt.current = Number.NEGATIVE_INFINITY;
      dispatch({ type: "flush", at: performance.now(), anchor: readAnchor() });
    }
  }, [rows, filterKey, readAnchor]);
  useThaw(order, () => dispatch({ type: "tick", at: performance.now(), anchor: readAnchor() }));
  const hold = useCallback((reason: FreezeReason) => dispatch({ type: "hold", reason }), []);
  const release = useCallback(
    (reason: FreezeReason) => dispatch({ type: "release", reason, at: performance.now() }),
    [],
  );
  const flush = useCallback(
    () => dispatch({ type: "flush", at: performance.now(), anchor: readAnchor() }),
    [readAnchor],
  );
  const followChange = useCallback(() => void (followedAt.current = performance.now()), []);
  const guarded = useCallback((id: string) => isGuarded(order, id, performance.now()), [order]);
  return { order, rowOf: useLastRows(rows, order), hold, release, flush, followChange, guarded };
}

function useThaw(order: FrozenOrder, thaw: () => void): void {
  const run = useRef(thaw);
  useEffect(() => {
    run.current = thaw;
  });
  const waits = isFrozen(order) && order.leftAt !== null;
  useEffect(() => {
    if (!waits) {
      return;
    }
    const timer = setTimeout(() => run.current(), THAW_AFTER_MS + 5);
    return () => clearTimeout(timer);
  }, [waits, order.leftAt]);
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
