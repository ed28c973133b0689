import type { DeskState } from "./state/desk-state.ts";
import type { CallRecord } from "./store/call-record.ts";
import type { CallFields } from "./store/call-store.ts";

/**
 * Removes the place of a call that becomes next, ready or pinned, or ceases to be so. The call is
 * then of another kind, and a place counts only among calls of one kind.
 */
export function keepPlace(before: CallRecord, desk: DeskState, fields: CallFields): CallFields {
  const isOtherKind =
    (fields.next ?? before.next) !== before.next ||
    (fields.pinned ?? before.pinned) !== before.pinned ||
    (desk.status === "ready") !== (before.desk.status === "ready");
  return isOtherKind && before.position !== null && fields.position === undefined
    ? { ...fields, position: null }
    : fields;
}
