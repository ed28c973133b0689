import type { DeviceLine } from "@linedesk/contract";
import { selectLeg } from "../store/select-calls.ts";
import type { RootState } from "../store/store.ts";
import type { DoneAction } from "./desk-action.ts";

/** Notes an action that begins, with the calls on the lines before it. */
export function noteAction(state: RootState, call: string): DoneAction {
  return { call, linesBefore: selectLines(state) };
}

/** Returns the calls on both lines. */
export function selectLines(state: RootState): Readonly<Record<DeviceLine, string | null>> {
  return { line1: selectCallOn(state, "line1"), line2: selectCallOn(state, "line2") };
}

function selectCallOn(state: RootState, line: DeviceLine): string | null {
  return selectLeg(state, line)?.callId ?? null;
}
