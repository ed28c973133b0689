import type { Neighbours } from "../../client/desk/order-actions.ts";

/** What stands above and below a row when it is dropped at a gap; gap 0 is above the first row. */
export function findDropPlace(shown: readonly string[], row: string, gap: number): Neighbours {
  return {
    above: shown.slice(0, gap).filter((id) => id !== row),
    below: shown.slice(gap).filter((id) => id !== row),
  };
}

/** The same for a row that is to stand at a place of the list, the first being 1. */
export function findNumberedPlace(
  shown: readonly string[],
  row: string,
  position: number,
): Neighbours {
  const others = shown.filter((id) => id !== row);
  const at = Math.min(Math.max(position, 1), others.length + 1) - 1;
  return { above: others.slice(0, at), below: others.slice(at) };
}

export function findGap(input: { y: number; rowHeight: number; count: number }): number {
  const gap = Math.round(input.y / input.rowHeight);
  return Math.min(Math.max(gap, 0), input.count);
}
