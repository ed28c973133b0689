import { compareInQueue, type Ordered } from "./compare-in-queue.ts";

const kinds = ["next", "ready", "last", "priority", "pinned"] as const;

/** What decides before any place given by hand. */
function isSameKind(a: Ordered, b: Ordered): boolean {
  return kinds.every((mark) => a[mark] === b[mark]);
}

export function listOfKind<T extends Ordered>(calls: readonly T[], call: Ordered): T[] {
  return calls.filter((one) => isSameKind(one, call)).toSorted(compareInQueue);
}

/**
 * Puts a call at a place among its own kind, from 1. Answers the places that change: those
 * before the call get theirs written down too, lest the order of arrival puts the call before them.
 * Whoever stands behind keeps the order of arrival.
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
