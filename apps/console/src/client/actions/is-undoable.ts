import type { Call } from "@linedesk/contract";

export function isUndoable(call: Call | null): boolean {
  return call !== null && call.desk.status !== "ended" && (call.leaving?.until ?? null) !== null;
}
