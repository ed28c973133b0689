import { RefusedError, TWILIO_CODES } from "@linedesk/base";
import type {
  JoinOptions,
  ParticipantRecord,
  ParticipantRequest,
} from "../../calls/conferences/conference-api.ts";
import type { Conference } from "../../calls/conferences/conference.ts";
import { MAX_PARTICIPANTS, type Conferences } from "../../calls/conferences/conferences.ts";
import { isLabelTaken } from "../../calls/conferences/is-label-taken.ts";
import { joinConference } from "../../calls/conferences/join-conference.ts";
import type { CallTimeouts } from "../../calls/live/call-timeouts.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";
import type { CallDialler } from "../../calls/placing/call-dialler.ts";
import { type OwnNumbers, selectCallerId } from "../../calls/placing/select-caller-id.ts";
import { pendingRecord } from "./pending-participant.ts";
import { writeJoinDocument } from "./write-join-document.ts";

/** Twilio has the same defaults. */
const JOIN_DEFAULTS: JoinOptions = {
  muted: false,
  startOnEnter: true,
  endOnExit: false,
  waitUrl: null,
  waitMethod: "POST",
  programmeUrl: null,
  statusCallback: null,
};

export interface AddParticipantDeps {
  conferences: Conferences;
  callerIds: OwnNumbers;
  dialler: CallDialler;
  timeouts: CallTimeouts;
}

export function addParticipant(
  sidOrName: string,
  request: ParticipantRequest,
  services: AddParticipantDeps,
): ParticipantRecord {
  const { callerIds, conferences, timeouts } = services;
  const from = selectCallerId(request.from, request.to, callerIds);
  const conference = conferences.findOrCreate(sidOrName);
  const join = { ...JOIN_DEFAULTS, ...request.join };
  const refusal = findRefusal(conference, join);
  if (refusal !== null) {
    conference.closeIfUnused();
    throw refusal;
  }
  const playsEarlySound = request.earlyMedia ?? true;
  let call: LiveCall;
  try {
    call = services.dialler.placeCall({
      direction: "outbound-api",
      parentCallSid: null,
      from,
      to: request.to,
      callerName: null,
      params: [],
      credentials: request.credentials ?? null,
      byoc: request.byoc ?? null,
      ringTimeoutS: request.timeoutS ?? timeouts.ringTimeoutS,
      timeLimitS: request.timeLimitS ?? timeouts.timeLimitS,
      statusCallback: request.statusCallback ?? null,
      onRinging: ({ sid }) => conference.invited.add({ callSid: sid, join }, playsEarlySound),
      onEarlyMedia: ({ sid }, hasEarlyMedia) =>
        conference.invited.setEarlyMedia(sid, hasEarlyMedia && playsEarlySound),
      onAnswered: (answered) =>
        answered.run(async (signal) => {
          answered.course.document = { twiml: writeReturn(conference, join) };
          await joinConference(conference.friendlyName, answered, { join, services, signal });
          answered.hangUp();
        }),
    });
  } catch (error) {
    conference.closeIfUnused();
    throw error;
  }
  if (!conference.invited.find(call.sid) && !call.isOver) {
    conference.invited.add({ callSid: call.sid, join }, false);
  }
  conference.setCallbackOnce(join.statusCallback);
  if (call.isOver) {
    conference.invited.remove(call.sid);
  } else {
    const onEnd = () => conference.invited.remove(call.sid);
    call.ended.addEventListener("abort", onEnd, { once: true });
  }
  return pendingRecord(conference, call, join);
}

/**
 * Returns the document by which the call joins again after a restart of the exchange. The call may
 * then be the first in the room, so the document contains the callback of the conference.
 */
function writeReturn({ friendlyName, callback }: Conference, join: JoinOptions): string {
  return writeJoinDocument(friendlyName, { ...join, statusCallback: callback });
}

function findRefusal(conference: Conference, { label }: JoinOptions): RefusedError | null {
  if (label !== undefined && isLabelTaken(conference, label, null)) {
    return new RefusedError(
      TWILIO_CODES.PARTICIPANT_LABEL_TAKEN,
      "The participant label is in use",
    );
  }
  return conference.participants.length >= MAX_PARTICIPANTS
    ? new RefusedError(TWILIO_CODES.CONFERENCE_FULL, "The conference is full")
    : null;
}
