import { twiml } from "../../telephony/twiml.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { conferenceName, sharedRoomName } from "../store/call-record.ts";

interface Joining {
  call: string;
  /** That in which the call is; null outside of any. */
  conference: string | null;
  leg: string;
  /** Not heard until it is on hold [CF20]. */
  muted?: boolean;
}

/** The document by which a leg gets into the call's own room, or that of its conference. */
export function joinRoom(
  { urls }: Pick<DeskDeps, "urls">,
  { call, conference, leg, muted = false }: Joining,
): string {
  const label = `member-${leg}`;
  return conference === null
    ? twiml.joinConference({ room: conferenceName(call), label, statusUrl: urls.conference(call) })
    : twiml.joinConference({
        room: sharedRoomName(conference),
        label,
        statusUrl: urls.sharedRoom(conference),
        speakers: true,
        muted,
      });
}
