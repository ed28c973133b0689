import type { DeviceLine } from "@linedesk/contract";
import type { QueueRowView } from "./queue-view.ts";

export type RowAction = "answer" | "takeOver" | "resume";

/** The one thing that the row's button does; null when another has the call, or on that line. */
export function chooseRowAction(row: QueueRowView, on?: DeviceLine): RowAction | null {
  if (on !== undefined && !row.lines.includes(on)) {
    return null;
  }
  if (row.answer !== null) {
    return "answer";
  }
  if (row.takeOver !== null) {
    return "takeOver";
  }
  return row.resume === null ? null : "resume";
}
