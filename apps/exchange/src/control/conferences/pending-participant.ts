import { RefusedError, TWILIO_CODES } from "@linedesk/base";
import type {
  JoinOptions,
  ParticipantRecord,
  ParticipantUpdate,
} from "../../calls/conferences/conference-api.ts";
import type { Conference } from "../../calls/conferences/conference.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";
import type { CallRegistry } from "../../calls/registry/call-registry.ts";

export interface PendingParticipant {
  call: LiveCall;
  join: JoinOptions;
}

export function findPending(
  conference: Conference,
  callSidOrLabel: string,
  registry: Pick<CallRegistry, "live">,
): PendingParticipant | null {
  const expected = conference.invited.find(callSidOrLabel);
  const call = expected ? registry.live(expected.callSid) : null;
  return expected && call ? { call, join: expected.join } : null;
}

/** Changes a join before it happens. Throws RefusedError 21220 for hold and announcement. */
export function changePending(join: JoinOptions, change: ParticipantUpdate): void {
  const { hold, holdUrl, announceUrl } = change;
  if (hold !== undefined || holdUrl !== undefined || announceUrl !== undefined) {
    throw new RefusedError(
      TWILIO_CODES.INVALID_CALL_STATE,
      "The participant has not joined yet: hold and announcements are not possible",
    );
  }
  join.muted = change.muted ?? join.muted;
}

const PARTICIPANT_STATUS = {
  queued: "queued",
  ringing: "ringing",
  "in-progress": "connected",
  completed: "complete",
  busy: "failed",
  failed: "failed",
  "no-answer": "failed",
  canceled: "failed",
} as const;

export function pendingRecord(
  conference: Conference,
  call: LiveCall,
  join: JoinOptions,
): ParticipantRecord {
  const { sid, accountSid } = conference.view();
  const { status, createdAt, updatedAt, queueTimeMs } = call.record();
  return {
    callSid: call.sid,
    conferenceSid: sid,
    accountSid,
    label: join.label ?? null,
    status: PARTICIPANT_STATUS[status],
    muted: join.muted,
    hold: false,
    startOnEnter: join.startOnEnter,
    endOnExit: join.endOnExit,
    queueTimeMs,
    createdAt,
    updatedAt,
  };
}
