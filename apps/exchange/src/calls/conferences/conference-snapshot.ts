import type { HttpMethod } from "@linedesk/base";

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

export interface ConferenceSnapshot {
  sid: string;
  accountSid: string;
  isStarted: boolean;
  memberCount: number;
  isRinging: boolean;
  isEarlyMediaAudible: boolean;
  holdSound: HoldSound | null;
}
