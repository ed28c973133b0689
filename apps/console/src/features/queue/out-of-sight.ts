import type { QueueRowView } from "./queue-filter.ts";

export interface OutOfSight {
  above: readonly string[];
  below: readonly string[];
}

/**
 * Returns true for a caller who must not be overlooked: marked next, unattended, or waiting on a
 * priority line.
 */
export function mustBeSeen({ state, call }: Pick<QueueRowView, "state" | "call">): boolean {
  const isWaiting = state === "ringing" || state === "verified" || state === "held";
  return (
    state === "next" || state === "unattended" || (isWaiting && call.phoneLine?.priority === true)
  );
}

interface View {
  top: number;
  height: number;
  rowHeight: number;
}

export interface UrgentRow {
  id: string;
  index: number;
}

/** Returns the callers above and below the view. A row is visible when its middle is. */
export function findOutOfSight(
  urgent: readonly UrgentRow[],
  { top, height, rowHeight }: View,
): OutOfSight {
  const middle = ({ index }: UrgentRow) => (index + 0.5) * rowHeight;
  const above = urgent.filter((row) => middle(row) < top);
  const below = urgent.filter((row) => middle(row) > top + height);
  return { above: above.map(({ id }) => id), below: below.map(({ id }) => id) };
}
