import type { LineCallView } from "./line-view.ts";

/** Whether its end takes somebody off air: its own caller, or anybody of its conference. */
export function dropsAir({ state, conference }: LineCallView): boolean {
  return state.status === "on_air" || conference?.onAir === true;
}
