import type { Call } from "./calls.ts";

/** What the one order looks at. */
export interface Ordered {
  id: string;
  next: boolean;
  ready: boolean;
  priority: boolean;
  pinned: boolean;
  /** Place given by hand, from 1. */
  position: number | null;
  arrivedAt: string;
}

function first(a: boolean, b: boolean): number {
  return Number(b) - Number(a);
}
function text(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
function rank(call: Ordered): number {
  return call.position ?? Number.POSITIVE_INFINITY;
}
function lower(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/**
 * The one order for everybody [QU1]: marked next, ready before waiting, priority line, pinned,
 * position, arrival. The id decides between equals, so that the order is total.
 */
export function compareInQueue(a: Ordered, b: Ordered): number {
  return (
    first(a.next, b.next) ||
    first(a.ready, b.ready) ||
    first(a.priority, b.priority) ||
    first(a.pinned, b.pinned) ||
    lower(rank(a), rank(b)) ||
    text(a.arrivedAt, b.arrivedAt) ||
    text(a.id, b.id)
  );
}

/** What the order needs of a call. */
export function toOrdered(call: Call): Ordered {
  return {
    id: call.id,
    next: call.marks.next,
    ready: call.desk.status === "ready",
    priority: call.phoneLine?.priority ?? false,
    pinned: call.marks.pinned,
    position: call.position,
    arrivedAt: call.arrivedAt,
  };
}
