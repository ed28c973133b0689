import type { HttpMethod } from "@linedesk/base";
import type { CallbackTarget } from "../live/callback-target.ts";
import type { DialOptions } from "../placing/call-api.ts";

export const CONFERENCE_STATUSES = ["init", "in-progress", "completed"] as const;
export type ConferenceStatus = (typeof CONFERENCE_STATUSES)[number];

export const CONFERENCE_END_REASONS = [
  "conference-ended-via-api",
  "participant-with-end-conference-on-exit-left",
  "last-participant-left",
] as const;
export type ConferenceEndReason = (typeof CONFERENCE_END_REASONS)[number];

/**
 * Callbacks use these names; applications subscribe with the short forms start, end, join, leave
 * and so on.
 */
export type ConferenceEventName =
  | "conference-start"
  | "conference-end"
  | "participant-join"
  | "participant-leave"
  | "participant-mute"
  | "participant-unmute"
  | "participant-hold"
  | "participant-unhold"
  | "participant-speech-start"
  | "participant-speech-stop"
  | "participant-programme-start"
  | "participant-programme-stop"
  | "participant-media-lost"
  | "participant-media-restored"
  | "announcement-end"
  | "announcement-fail";

export const CONFERENCE_CALLBACK_EVENTS = [
  "start",
  "end",
  "join",
  "leave",
  "mute",
  "hold",
  "speaker",
  "announcement",
] as const;
export type ConferenceCallbackEvent = (typeof CONFERENCE_CALLBACK_EVENTS)[number];

export interface ConferenceCallback {
  url: string;
  method: HttpMethod;
  /** An empty list means start and end. */
  events: ConferenceCallbackEvent[];
}

export interface ConferenceRecord {
  sid: string;
  accountSid: string;
  friendlyName: string;
  status: ConferenceStatus;
  region: string;
  createdAt: Date;
  updatedAt: Date;
  reasonEnded: ConferenceEndReason | null;
  callSidEnding: string | null;
}

export interface ParticipantRecord {
  callSid: string;
  conferenceSid: string;
  accountSid: string;
  label: string | null;
  status: "queued" | "connecting" | "ringing" | "connected" | "complete" | "failed";
  muted: boolean;
  hold: boolean;
  startOnEnter: boolean;
  endOnExit: boolean;
  queueTimeMs: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface ConferenceFilter {
  friendlyName?: string;
  status?: ConferenceStatus;
}

export interface JoinOptions {
  label?: string;
  muted: boolean;
  startOnEnter: boolean;
  endOnExit: boolean;
  /** The built-in music plays for `null`; an empty string is silence. */
  waitUrl: string | null;
  waitMethod: HttpMethod;
  /** The programme to detect in the participant's background; `null` turns the detection off. */
  programmeUrl: string | null;
  /** Only the value of the first participant counts. */
  statusCallback: ConferenceCallback | null;
}

export interface ParticipantRequest extends DialOptions {
  to: string;
  from: string;
  timeoutS?: number;
  timeLimitS?: number;
  earlyMedia?: boolean;
  /** The callback of the leg; `join.statusCallback` is the callback of the conference. */
  statusCallback?: CallbackTarget;
  join: Partial<JoinOptions>;
}

export interface ParticipantUpdate {
  muted?: boolean;
  hold?: boolean;
  holdUrl?: string;
  holdMethod?: HttpMethod;
  announceUrl?: string;
  announceMethod?: HttpMethod;
}

export interface ConferenceApi {
  /** Finds a conference by sid, or a live one by its friendly name. */
  find(sidOrName: string): ConferenceRecord | null;
  list(filter?: ConferenceFilter): ConferenceRecord[];
  end(sid: string): ConferenceRecord;
  /** Lists only live participants. Throws RefusedError 20404 when no such conference exists. */
  participants(conference: string): ParticipantRecord[];
  participant(conference: string, callSidOrLabel: string): ParticipantRecord | null;
  /**
   * Dials a party, which joins when it answers; a new friendly name creates the conference. Throws
   * RefusedError.
   */
  addParticipant(sidOrName: string, request: ParticipantRequest): ParticipantRecord;
  /** Throws RefusedError 20404, and 21220 for hold or announcement before the participant joins. */
  updateParticipant(
    conference: string,
    callSidOrLabel: string,
    change: ParticipantUpdate,
  ): ParticipantRecord;
}
