import type { QueueRowView } from "./queue-filter.ts";

export type RowBar = "solid" | "dashed" | "hatched";

export function chooseRowBar(row: QueueRowView): RowBar {
  if (row.call.caller.warning !== null || row.state === "unattended") {
    return "hatched";
  }
  const elsewhere = row.state === "elsewhere" || row.state === "claimed";
  return elsewhere || (row.with !== null && !row.mine) ? "dashed" : "solid";
}

/** A new call pulses for ten seconds. */
export const FRESH_FOR_S = 10;
