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

const first = (a: boolean, b: boolean): number => Number(b) - Number(a);
const text = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const place = (call: Ordered): number => call.position ?? Number.POSITIVE_INFINITY;
const lower = (a: number, b: number): number => (a === b ? 0 : a - b);

/**
 * The one order for everybody [QU1]: marked next, ready before waiting, priority line, pinned,
 * position, arrival. The id decides between equals, so that the order is total.
 */
export const compareInQueue = (a: Ordered, b: Ordered): number =>
  first(a.next, b.next) ||
  first(a.ready, b.ready) ||
  first(a.priority, b.priority) ||
  first(a.pinned, b.pinned) ||
  lower(place(a), place(b)) ||
  text(a.arrivedAt, b.arrivedAt) ||
  text(a.id, b.id);

/** What the order needs of a call. */
export const orderOf = (call: Call): Ordered => ({
  id: call.id,
  next: call.marks.next,
  ready: call.desk.status === "ready",
  priority: call.phoneLine?.priority ?? false,
  pinned: call.marks.pinned,
  position: call.position,
  arrivedAt: call.arrivedAt,
});
