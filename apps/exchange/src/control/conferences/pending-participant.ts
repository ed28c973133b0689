import { RefusedError, TWILIO_CODES } from "@linedesk/base";
import type {
  Beep,
  JoinOptions,
  ParticipantRecord,
  ParticipantUpdate,
} from "../../calls/conferences/conference-api.ts";
import type { Conference } from "../../calls/conferences/conference.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";
import type { CallRegistry } from "../../calls/registry/call-registry.ts";
import { resolveCoach } from "./change-participant.ts";

/** One who was dialled and is not in the room yet. */
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

/** What REST changes meanwhile applies from the join. Throws RefusedError 16028, 20001, 21220. */
export function changePending(
  conference: Conference,
  { call, join }: PendingParticipant,
  change: ParticipantUpdate,
): void {
  const { hold, holdUrl, announceUrl } = change;
  if (hold !== undefined || holdUrl !== undefined || announceUrl !== undefined) {
    throw new RefusedError(
      TWILIO_CODES.INVALID_CALL_STATE,
      "The participant has not joined: they can neither hold nor listen",
    );
  }
  join.callSidToCoach = resolveCoach(
    conference,
    { callSid: call.sid, callSidToCoach: join.callSidToCoach },
    change,
  );
  join.muted = change.muted ?? join.muted;
  join.endOnExit = change.endOnExit ?? join.endOnExit;
  join.waitUrl = change.waitUrl ?? join.waitUrl;
  join.waitMethod = change.waitMethod ?? join.waitMethod;
  if (change.beepOnExit !== undefined) {
    join.beep = resolveBeep(join.beep, change.beepOnExit);
  }
}

function resolveBeep(before: Beep, onExit: boolean): Beep {
  const onEnter = before === "true" || before === "onEnter";
  if (onEnter) {
    return onExit ? "true" : "onEnter";
  }
  return onExit ? "onExit" : "false";
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
    coaching: join.callSidToCoach !== null,
    callSidToCoach: join.callSidToCoach,
    startOnEnter: join.startOnEnter,
    endOnExit: join.endOnExit,
    queueTimeMs,
    createdAt,
    updatedAt,
  };
}
