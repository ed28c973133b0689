import { isBridged, type DeskEvent, type DeskLeg } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";

/** This leg is with the caller now, on whatever line. */
export function exchangeLeg(leg: DeskLeg, at: string): DeskEvent[] {
  return [
    { type: "swapped", leg },
    { type: leg.feedsAir ? "moved_to_air" : "moved_off_air", at },
  ];
}

/**
 * A caller is in the room of a conference: with its operator, or unattended without one. Whoever is
 * to be on hold there stays so.
 */
export function joinSharedRoom(
  { desk, conference }: CallRecord,
  { leg, hasLeft }: { leg: DeskLeg; hasLeft: boolean },
  at: string,
): DeskEvent[] {
  const joined: DeskEvent = { type: "caller.joined", leg, at };
  const left: DeskEvent[] = hasLeft
    ? [{ type: "operator.left", leg: leg.sid, released: false, at }]
    : [];
  if (conference?.onHold === true) {
    return [{ type: "caller.held", at }, { type: "swapped", leg }, ...left];
  }
  if (isBridged(desk)) {
    return [...exchangeLeg(leg, at), ...left];
  }
  return desk.status === "held" ? [{ type: "swapped", leg }, joined, ...left] : [joined, ...left];
}
