import type { CallOnLine } from "../../client/actions/call-on-line.ts";
import type { LineCallView } from "./line-view.ts";

/** A call in one of these states is on air only after one more press, or when its sound is back. */
const beforeAir: readonly CallOnLine["status"][] = ["dialling", "held", "offered", "reconnecting"];

interface CallBeside extends Pick<CallOnLine, "status" | "other"> {
  /** Is true when one open microphone carries this line and the line on air. */
  isOpenOnAir: boolean;
  /** Is true when the line puts its caller to air. */
  feedsAir: boolean;
}

/**
 * Returns how the call relates to the call on the other line, or that it goes to air. Returns
 * `null` if there is no other call, or if only this call is on air.
 */
export function findBesides(at: CallBeside): LineCallView["besides"] {
  if (at.feedsAir && beforeAir.includes(at.status)) {
    return "toAir";
  }
  if ((at.status !== "talking" && at.status !== "on_air") || !at.other.isBridged) {
    return null;
  }
  if (at.status === "on_air") {
    return at.other.isOnAir ? "bothLines" : null;
  }
  if (!at.other.isOnAir) {
    return "bothLines";
  }
  return at.isOpenOnAir ? "heardOnAir" : "privateLine";
}
