import type { CallOnLine } from "../../client/actions/call-on-line.ts";
import type { LineCallView } from "./line-view.ts";

/** Returns how the call relates to the call of the other line; `null` while it is alone. */
export function findBesides(at: Pick<CallOnLine, "status" | "other">): LineCallView["besides"] {
  if ((at.status !== "talking" && at.status !== "on_air") || !at.other.isBridged) {
    return null;
  }
  if (at.status === "on_air") {
    return at.other.isOnAir ? "bothLines" : null;
  }
  return at.other.isOnAir ? "privateLine" : "bothLines";
}
