import type { TelephonyService } from "../../telephony/telephony-service.ts";
import { twiml } from "../../telephony/twiml.ts";
import { type DeskEvent, type DeskLeg, isBridged } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";

interface Joining {
  call: string;
  conference: string | null;
  leg: string;
  /** The music of a caller who is left alone; an empty text for an operator. */
  waitUrl: string;
  /** Is true for a caller who is muted until the hold is in effect. */
  muted?: boolean;
  programmeUrl?: string | null;
}

export function joinRoom(
  { urls, names }: Pick<TelephonyService, "urls" | "names">,
  { call, conference, leg, waitUrl, muted = false, programmeUrl = null }: Joining,
): string {
  const label = `member-${leg}`;
  return conference === null
    ? twiml.joinConference({
        room: names.room(call),
        label,
        waitUrl,
        statusUrl: urls.conference(call),
        programmeUrl,
      })
    : twiml.joinConference({
        room: names.sharedRoom(conference),
        label,
        waitUrl,
        statusUrl: urls.sharedRoom(conference),
        speakers: true,
        muted,
        programmeUrl,
      });
}

export function exchangeLeg(leg: DeskLeg, at: string): DeskEvent[] {
  return [
    { type: "swapped", leg },
    { type: leg.feedsAir ? "moved_to_air" : "moved_off_air", at },
  ];
}

/**
 * Returns the events for a caller who joins the room of a conference. The caller is unattended if
 * the operator has left. A caller who must be on hold stays on hold.
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
