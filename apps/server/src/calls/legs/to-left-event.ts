import type { DeskEvent } from "../state/desk-state.ts";
import type { RegisteredLeg } from "../store/leg-store.ts";

/** The console of the holder has this time to reconnect its leg after a restart of the exchange. */
const CUT_OFF_MS = 10_000;

/** Returns the event for the end of an operator's leg; a restart of the exchange cuts a leg off. */
export function toLeftEvent(
  { sid, released }: RegisteredLeg,
  { now, isCutOff }: { now: Date; isCutOff: boolean },
): DeskEvent {
  const at = now.toISOString();
  if (released || !isCutOff) {
    return { type: "operator.left", leg: sid, released, at };
  }
  const until = new Date(now.getTime() + CUT_OFF_MS).toISOString();
  return { type: "operator.cut_off", leg: sid, until, at };
}
