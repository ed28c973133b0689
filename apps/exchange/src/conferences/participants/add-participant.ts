import { shownCaller } from "../../calls/outgoing/caller-id.ts";
import type { CoreServices } from "../../core/core-services.ts";
import type { LiveCall } from "../../calls/live-call.ts";
import { learnAnswerer } from "../../calls/outgoing/learn-answerer.ts";
import { RefusedError } from "../../core/refused-error.ts";
import { needsCallSid, notInRoom } from "./coach-errors.ts";
import { recordMade } from "../../recordings/try-record.ts";
import type { Conference } from "../conference.ts";
import type { JoinOptions, ParticipantRecord, ParticipantRequest } from "../conference-book.ts";
import { attend } from "./attend.ts";
import { JOIN_DEFAULTS } from "./join-defaults.ts";

/** Dials somebody into a room, which is made when its name is new. */
export function addParticipant(
  sidOrName: string,
  request: ParticipantRequest,
  services: CoreServices,
): ParticipantRecord {
  const { from, forwardedFrom } = shownCaller(request, services);
  const conference = services.rooms.need(sidOrName);
  const join = { ...JOIN_DEFAULTS, ...request.join };
  const refusal = refusalOf(conference, request, join);
  if (refusal !== null) {
    conference.closeIfUnused();
    throw refusal;
  }
  const isAloud = request.earlyMedia ?? true;
  let call: LiveCall;
  try {
    call = services.placer.place({
      direction: "outbound-api",
      parentCallSid: null,
      from,
      to: request.to,
      callerName: request.callerName ?? null,
      forwardedFrom,
      params: [],
      credentials: request.credentials ?? null,
      reason: request.reason ?? null,
      byoc: request.byoc ?? null,
      ringTimeoutS: request.timeoutS ?? services.defaults.ringTimeoutS,
      timeLimitS: request.timeLimitS ?? services.defaults.timeLimitS,
      statusCallback: request.statusCallback ?? null,
      onRinging: ({ sid }) => conference.expect(sid, isAloud),
      onEarlyMedia: ({ sid }, isHeard) => conference.hearEarly(sid, isHeard && isAloud),
      onAnswered: (answered) =>
        answered.run(async (signal) => {
          recordMade(answered, request.record, services);
          await learnAnswerer(answered, request.machine, { services, signal });
          await attend(conference.friendlyName, answered, { join, services, signal });
          answered.hangUp();
        }),
    });
  } catch (error) {
    conference.closeIfUnused();
    throw error;
  }
  if (!conference.isExpecting(call.sid) && !call.isOver) conference.expect(call.sid, false);
  conference.firstCallback(join.statusCallback);
  if (call.isOver) conference.forget(call.sid);
  else call.ended.addEventListener("abort", () => conference.forget(call.sid), { once: true });
  return waitingRecord(conference, call, join);
}

function refusalOf(
  conference: Conference,
  { coaching }: ParticipantRequest,
  { label, maxParticipants, callSidToCoach }: JoinOptions,
): RefusedError | null {
  if (label !== undefined && conference.find(label)) {
    return new RefusedError(16025, "The participant label is in use");
  }
  if (conference.participants.length >= maxParticipants) {
    return new RefusedError(13252, "The conference is full");
  }
  if (coaching === true && callSidToCoach === null) return needsCallSid();
  const isElsewhere = callSidToCoach !== null && !conference.canCoach(null, callSidToCoach);
  return isElsewhere ? notInRoom() : null;
}

/** One who was dialled and is not in the room yet. */
export function pendingParticipant(
  conference: Conference,
  callSid: string,
  services: CoreServices,
): ParticipantRecord | null {
  const call = conference.isExpecting(callSid) ? services.placer.find(callSid) : null;
  return call ? waitingRecord(conference, call, JOIN_DEFAULTS) : null;
}

const STATUS_OF = {
  queued: "queued",
  ringing: "ringing",
  "in-progress": "connected",
  completed: "complete",
  busy: "failed",
  failed: "failed",
  "no-answer": "failed",
  canceled: "failed",
} as const;

function waitingRecord(
  conference: Conference,
  call: LiveCall,
  join: ParticipantRequest["join"],
): ParticipantRecord {
  const { sid, accountSid } = conference.view();
  const { status, createdAt, updatedAt, queueTimeMs } = call.record();
  return {
    callSid: call.sid,
    conferenceSid: sid,
    accountSid,
    label: join.label ?? null,
    status: STATUS_OF[status],
    muted: join.muted ?? false,
    hold: false,
    coaching: Boolean(join.callSidToCoach),
    callSidToCoach: join.callSidToCoach ?? null,
    startOnEnter: join.startOnEnter ?? true,
    endOnExit: join.endOnExit ?? false,
    queueTimeMs,
    createdAt,
    updatedAt,
  };
}
