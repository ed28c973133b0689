import type { HttpMethod } from "@linedesk/base";

/** Why somebody is in a room no longer. */
export type LeaveReason =
  | "conference_ended_via_api"
  | "moderator_ended_conference"
  | "participant_updated_via_api"
  | "participant_hung_up"
  | "participant_add_failed";

export interface HoldSound {
  url: string;
  method: HttpMethod;
}

/** What a participant can know of the room that they are in. */
export interface ConferenceSnapshot {
  sid: string;
  accountSid: string;
  isStarted: boolean;
  memberCount: number;
  /** Somebody who was dialled for this room is ringing. */
  isRinging: boolean;
  /** Somebody who was dialled for this room is heard before they answer. */
  isEarlyMediaAudible: boolean;
  /** The room's last hold document. */
  holdSound: HoldSound | null;
}
