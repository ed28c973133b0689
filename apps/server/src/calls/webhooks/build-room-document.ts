import type { DeskDeps, ServiceDeskDeps } from "../desk-deps.ts";
import { joinRoom } from "../legs/join-room.ts";
import { isBridged } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";
import { findLeg } from "../store/leg-store.ts";

/** Returns the call of a caller's leg; `null` for any other leg. */
export async function findCallOfCaller(deps: DeskDeps, sid: string): Promise<CallRecord | null> {
  const leg = await findLeg(deps.db, sid);
  return leg?.kind === "caller" ? findCall(deps.db, leg.call) : null;
}

/**
 * Returns the document that sends a caller back into the room of the call after a restart of the
 * exchange. Returns `null` for a caller in the queue, and for an ended or unknown call.
 */
export async function buildRoomDocument(
  deps: ServiceDeskDeps,
  callSid: string,
): Promise<string | null> {
  const { at } = deps;
  const call = await findCallOfCaller(deps, callSid);
  if (call === null || call.desk.status === "ended") {
    return null;
  }
  const { id, desk, conference, programmeUrl } = call;
  const isInRoom =
    isBridged(desk) || desk.status === "held" || conference !== null || call.seenInRoom !== null;
  return isInRoom
    ? joinRoom(at, {
        call: id,
        conference: conference?.id ?? null,
        leg: callSid,
        waitUrl: at.urls.hold(id),
        muted: conference?.onHold === true,
        programmeUrl,
      })
    : null;
}
