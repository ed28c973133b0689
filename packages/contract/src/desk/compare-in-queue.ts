import type { Call } from "../calls/calls.ts";

export interface Ordered {
  id: string;
  next: boolean;
  ready: boolean;
  /** The call is sent to the back, and no mark or pin changes that. */
  last: boolean;
  priority: boolean;
  pinned: boolean;
  /** The place that a person set; the first place is 1. */
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
 * Compares two calls in the one order for all people. The criteria are, in this order: marked next,
 * ready before waiting, sent to the back last, priority line, pinned, position, arrival. The id
 * decides between equal calls, so the order is total.
 */
export function compareInQueue(a: Ordered, b: Ordered): number {
  return (
    first(a.next, b.next) ||
    first(a.ready, b.ready) ||
    first(b.last, a.last) ||
    first(a.priority, b.priority) ||
    first(a.pinned, b.pinned) ||
    lower(rank(a), rank(b)) ||
    text(a.arrivedAt, b.arrivedAt) ||
    text(a.id, b.id)
  );
}

/** A call that is marked next, ready or pinned is not sent to the back. */
export function isSentToBack(
  sentBack: boolean,
  by: { next: boolean; ready: boolean; pinned: boolean },
): boolean {
  return sentBack && !by.next && !by.ready && !by.pinned;
}

export function toOrdered(call: Call): Ordered {
  const { next, pinned } = call.marks;
  const ready = call.desk.status === "ready";
  return {
    id: call.id,
    next,
    ready,
    last: isSentToBack(call.sentBack ?? false, { next, ready, pinned }),
    priority: call.phoneLine?.priority ?? false,
    pinned,
    position: call.position,
    arrivedAt: call.arrivedAt,
  };
}

const kinds = ["next", "ready", "last", "priority", "pinned"] as const;

/** The kind decides before a place that a person set. */
function isSameKind(a: Ordered, b: Ordered): boolean {
  return kinds.every((mark) => a[mark] === b[mark]);
}

export function listOfKind<T extends Ordered>(calls: readonly T[], call: Ordered): T[] {
  return calls.filter((one) => isSameKind(one, call)).toSorted(compareInQueue);
}

/**
 * Puts a call at a place within its kind; the first place is 1. Returns the changed places. All
 * calls before the last placed one get a place too, because otherwise their order of arrival could
 * put them behind it. Calls after the last placed one keep the order of arrival.
 */
export function placeInQueue(
  calls: readonly Ordered[],
  moved: Ordered,
  position: number,
): Map<string, number> {
  const kind = listOfKind(calls, moved);
  const others = kind.filter((one) => one.id !== moved.id);
  const at = Math.min(Math.max(position, 1), others.length + 1) - 1;
  const wanted = [...others.slice(0, at), moved, ...others.slice(at)];
  const lastPlaced = wanted.findLastIndex((one) => one.position !== null);
  const placed = wanted.slice(0, Math.max(at, lastPlaced) + 1);
  const changed = placed
    .map((one, index) => ({ one, place: index + 1 }))
    .filter(({ one, place }) => one.position !== place);
  return new Map(changed.map(({ one, place }) => [one.id, place]));
}
