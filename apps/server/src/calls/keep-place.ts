import type { DeskState } from "./state/desk-state.ts";
import type { CallRecord } from "./store/call-record.ts";
import type { CallFields } from "./store/call-store.ts";

/**
 * A place exists only among calls of the same kind. A call changes its kind when it becomes next,
 * ready or pinned, or ceases to be so. It then loses its place and is ordered by arrival.
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
