import type { DisplayState } from "../../lib/display-state.ts";
import type { LineCallView } from "./line-view.ts";

/** Returns the tone of the line's call, which its row in the queue has too. */
export function lineTone({ state }: LineCallView): DisplayState {
  switch (state.status) {
    case "connecting":
      return "claimed";
    case "dialling":
    case "talking":
      return "on_line";
    case "on_air":
      return "on_air";
    case "held":
      return "held";
    case "offered":
      return "offered";
    case "reconnecting":
      return "unattended";
    case "ended":
      return "ended";
  }
}

/** Shows hold and resume before the server has confirmed them; until then dots follow the state. */
export function expectedTone(call: LineCallView): { tone: DisplayState; confirmed: boolean } {
  if (call.pending === "hold") {
    return { tone: "held", confirmed: false };
  }
  if (call.pending === "resume") {
    return { tone: "on_line", confirmed: false };
  }
  return { tone: lineTone(call), confirmed: call.pending !== "accept" };
}

export function isLineOnAir({ state, conference }: LineCallView): boolean {
  return state.status === "on_air" || conference?.onAir === true;
}
