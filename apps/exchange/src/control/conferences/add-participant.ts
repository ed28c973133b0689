import { RefusedError } from "@linedesk/base";
import { attend } from "../../calls/conferences/attend.ts";
import { needsCallSid, notInRoom } from "../../calls/conferences/coach-errors.ts";
import type {
  JoinOptions,
  ParticipantRecord,
  ParticipantRequest,
} from "../../calls/conferences/conference-book.ts";
import type { Conference } from "../../calls/conferences/conference.ts";
import { isLabelTaken } from "../../calls/conferences/label.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";
import { shownCaller } from "../../calls/placing/caller-id.ts";
import { learnAnswerer } from "../../calls/placing/learn-answerer.ts";
import { recordMade } from "../../calls/recordings/try-record.ts";
import type { CoreServices } from "../../twiml/document/core-services.ts";
import { JOIN_DEFAULTS } from "./join-defaults.ts";
import { pendingRecord } from "./pending-participant.ts";

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
      clientNotificationUrl: request.clientNotificationUrl ?? null,
      ringTimeoutS: request.timeoutS ?? services.defaults.ringTimeoutS,
      timeLimitS: request.timeLimitS ?? services.defaults.timeLimitS,
      statusCallback: request.statusCallback ?? null,
      onRinging: ({ sid }) => conference.expected.add({ callSid: sid, join }, isAloud),
      onEarlyMedia: ({ sid }, isHeard) => conference.expected.hearEarly(sid, isHeard && isAloud),
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
  if (!conference.expected.find(call.sid) && !call.isOver) {
    conference.expected.add({ callSid: call.sid, join }, false);
  }
  conference.firstCallback(join.statusCallback);
  if (call.isOver) {
    conference.expected.forget(call.sid);
  } else {
    call.ended.addEventListener("abort", () => conference.expected.forget(call.sid), {
      once: true,
    });
  }
  return pendingRecord(conference, call, join);
}

function refusalOf(
  conference: Conference,
  { coaching }: ParticipantRequest,
  { label, maxParticipants, callSidToCoach }: JoinOptions,
): RefusedError | null {
  if (label !== undefined && isLabelTaken(conference, label, null)) {
    return new RefusedError(16025, "The participant label is in use");
  }
  if (conference.participants.length >= maxParticipants) {
    return new RefusedError(13252, "The conference is full");
  }
  if (coaching === true && callSidToCoach === null) {
    return needsCallSid();
  }
  const isElsewhere = callSidToCoach !== null && !conference.canCoach(null, callSidToCoach);
  return isElsewhere ? notInRoom() : null;
}
