import type { Call } from "../calls/calls.ts";

/** Flags whose callers a person has hidden in one browser. */
export type HiddenFlags = ReadonlySet<string>;

/**
 * Returns true when the call stays out of the list. A held, on-air, marked or own call is never
 * hidden, because a person has made a decision about it.
 */
export function isHiddenCall(call: Call, hidden: HiddenFlags, me: string | null): boolean {
  const { desk, marks, caller, claimedBy } = call;
  if (hidden.size === 0 || caller.flagIds.length === 0) {
    return false;
  }
  if (!caller.flagIds.some((flag) => hidden.has(flag))) {
    return false;
  }
  if (desk.status === "held" || desk.status === "on_air") {
    return false;
  }
  if (marks.next || marks.locked || marks.pinned || marks.verified) {
    return false;
  }
  const holder = "holder" in desk ? desk.holder : null;
  return me === null || (holder?.user !== me && claimedBy?.user !== me);
}
