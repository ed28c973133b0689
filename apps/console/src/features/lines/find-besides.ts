import type { CallOnLine } from "../../client/actions/call-on-line.ts";
import type { LineCallView } from "./line-view.ts";

/**
 * Returns how the call relates to the other line's call; `null` if it is alone, or the only one on
 * air.
 */
export function findBesides(at: Pick<CallOnLine, "status" | "other">): LineCallView["besides"] {
  if ((at.status !== "talking" && at.status !== "on_air") || !at.other.isBridged) {
    return null;
  }
  if (at.status === "on_air") {
    return at.other.isOnAir ? "bothLines" : null;
  }
  return at.other.isOnAir ? "privateLine" : "bothLines";
}
