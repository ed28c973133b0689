import type { DeskState } from "./state/desk-state.ts";
import type { CallRecord } from "./store/call-record.ts";
import type { CallFields } from "./store/call-store.ts";

/**
 * A place exists only among calls of the same kind. If verifying or pinning changes the kind of a
 * call, the call loses its place and is ordered within the new kind by arrival.
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
