import type {
  AirChecks,
  Call,
  CallDirection,
  EndReason,
  FlagEffect,
  FlagIcon,
  FlagKind,
  LiveRecording,
  WinMark,
} from "@linedesk/contract";
import type { ServiceNames } from "../../telephony/service-names.ts";
import type { CallState, ConferencePosition } from "../state/call-state.ts";
import type { DeskState } from "../state/desk-state.ts";

export interface RecordedFlag {
  id: string;
  name: string;
  colour: string;
  icon: FlagIcon | null;
  kind: FlagKind;
  effect: FlagEffect;
  reason: string;
  until: string | null;
}

export interface RecordedLine {
  id: string;
  name: string;
  number: string;
  priority: boolean;
}

export interface Membership {
  id: string;
  muted: boolean;
  onHold: boolean;
}

export interface CallRecord {
  id: string;
  station: string;
  phoneLine: RecordedLine | null;
  direction: CallDirection;
  callSid: string | null;
  number: string | null;
  givenNumber: string | null;
  caller: { id: string; name: string | null; location: string | null } | null;
  flags: RecordedFlag[];
  callState: CallState;
  desk: DeskState;
  seenInRoom: ConferencePosition | null;
  conferenceSid: string | null;
  next: boolean;
  locked: boolean;
  pinned: boolean;
  position: number | null;
  description: string;
  earlierCalls: number;
  lastCallAt: Date | null;
  arrivedAt: Date;
  answeredAt: Date | null;
  answeredBy: string | null;
  /** `extension` contains the digits that the server sends after the answer, or is empty. */
  dial: { by: string | null; at: Date; limitS: number; extension: string } | null;
  callBack: { since: string; tries: number } | null;
  conference: Membership | null;
  talkback: string | null;
  air: AirChecks;
  contest: Call["contest"];
  win: WinMark | null;
  programmeAudible: boolean;
  sentBack: boolean;
  programmeUrl: string | null;
  rehearsal: boolean;
  recording: LiveRecording | null;
  /** The telephony service that has the call. */
  service: string;
  endedAt: Date | null;
  reason: EndReason | null;
  changedAt: Date;
}

export function buildRoomName(
  names: ServiceNames,
  call: Pick<CallRecord, "id" | "conference">,
): string {
  return call.conference === null ? names.room(call.id) : names.sharedRoom(call.conference.id);
}

/**
 * Returns the arrival time of the call with this id. A version 7 UUID contains its milliseconds.
 */
export function decodeArrivalTime(callId: string): Date {
  return new Date(Number.parseInt(callId.replaceAll("-", "").slice(0, 12), 16));
}
