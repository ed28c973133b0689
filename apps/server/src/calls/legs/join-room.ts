import { twiml } from "../../telephony/twiml.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { conferenceName, sharedRoomName } from "../store/call-record.ts";

interface Joining {
  call: string;
  /** That in which the call is; null outside of any. */
  conference: string | null;
  leg: string;
  /** Not heard until it is on hold. */
  muted?: boolean;
  /** The programme that is looked for behind a caller's voice. */
  programmeUrl?: string | null;
}

/** The document by which a leg gets into the call's own room, or that of its conference. */
export function joinRoom(
  { urls }: Pick<DeskDeps, "urls">,
  { call, conference, leg, muted = false, programmeUrl = null }: Joining,
): string {
  const label = `member-${leg}`;
  return conference === null
    ? twiml.joinConference({
        room: conferenceName(call),
        label,
        statusUrl: urls.conference(call),
        programmeUrl,
      })
    : twiml.joinConference({
        room: sharedRoomName(conference),
        label,
        statusUrl: urls.sharedRoom(conference),
        speakers: true,
        muted,
        programmeUrl,
      });
}
