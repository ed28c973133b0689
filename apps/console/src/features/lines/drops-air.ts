import type { LineCallView } from "./line-view.ts";

export function dropsAir({ state, conference }: LineCallView): boolean {
  return state.status === "on_air" || conference?.onAir === true;
}
