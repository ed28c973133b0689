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

/** Delivered under these names; requested as start, end, join, leave, mute, hold, modify ... */
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
  /** Empty means start and end. */
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
  /** Null is the builtin music, "" silence. */
  waitUrl: string | null;
  waitMethod: HttpMethod;
  /** The programme that is looked for in the participant's background; null looks for none. */
  programmeUrl: string | null;
  /** Only the first participant's counts. */
  statusCallback: ConferenceCallback | null;
}

export interface ParticipantRequest extends DialOptions {
  to: string;
  from: string;
  timeoutS?: number;
  timeLimitS?: number;
  earlyMedia?: boolean;
  /** Of the leg; `join.statusCallback` is the room's. */
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
  /** By sid, or a live one by its friendly name. */
  find(sidOrName: string): ConferenceRecord | null;
  list(filter?: ConferenceFilter): ConferenceRecord[];
  end(sid: string): ConferenceRecord;
  /** Live participants only. Throws RefusedError 20404 when there is no such room. */
  participants(conference: string): ParticipantRecord[];
  participant(conference: string, callSidOrLabel: string): ParticipantRecord | null;
  /** Dials out and joins; a new friendly name makes the room. Throws RefusedError. */
  addParticipant(sidOrName: string, request: ParticipantRequest): ParticipantRecord;
  /** Throws RefusedError 20404, and 21220 of hold or announcement before they joined. */
  updateParticipant(
    conference: string,
    callSidOrLabel: string,
    change: ParticipantUpdate,
  ): ParticipantRecord;
}
