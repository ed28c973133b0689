import { twiml } from "../../telephony/twiml.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { conferenceName, sharedRoomName } from "../store/call-record.ts";

interface Joining {
  call: string;
  conference: string | null;
  leg: string;
  /** Not heard until it is on hold. */
  muted?: boolean;
  programmeUrl?: string | null;
}

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
