import {
  coachingNeedsCallSid,
  coachNotInConference,
} from "../../calls/conferences/coach-not-in-conference.ts";
import type { ParticipantUpdate } from "../../calls/conferences/conference-api.ts";
import type { Conference } from "../../calls/conferences/conference.ts";
import type { Participant } from "../../calls/conferences/participant.ts";

/** What REST asks of one participant, in the order in which it is done. */
export function changeParticipant(
  conference: Conference,
  participant: Participant,
  change: ParticipantUpdate,
): void {
  const { callSidToCoach } = participant;
  const coach = resolveCoach(conference, { callSid: participant.call.sid, callSidToCoach }, change);
  const { muted, hold, holdUrl, holdMethod: method = "GET", announceUrl } = change;
  // The API answers 200 and changes nothing: whoever is on hold keeps their flag.
  if (change.endOnExit !== undefined && !participant.hold) {
    participant.endOnExit = change.endOnExit;
  }
  if (change.beepOnExit !== undefined) {
    participant.beepOnExit = change.beepOnExit;
  }
  if (change.waitUrl !== undefined) {
    participant.waitUrl = change.waitUrl;
  }
  if (change.waitMethod !== undefined) {
    participant.waitMethod = change.waitMethod;
  }
  participant.callSidToCoach = coach;
  const names = ["endOnExit", "beepOnExit", "waitUrl", "callSidToCoach", "coaching"] as const;
  if (names.some((name) => change[name] !== undefined)) {
    conference.modify(participant);
  }
  if (muted !== undefined) {
    conference.setMuted(participant, muted);
  }
  const sound = holdUrl ? { url: holdUrl, method } : null;
  if (hold !== undefined || sound) {
    conference.setHold(participant, hold ?? participant.hold, sound);
  }
  if (!announceUrl) {
    return;
  }
  const announcement = { url: announceUrl, method: change.announceMethod ?? "POST" };
  void participant
    .announce(announcement)
    .catch((error: unknown) => {
      participant.call.addLogEntry("error", "announcement", { message: String(error) });
      return "the announcement could not be played";
    })
    .then((failure) => conference.handleAnnouncement(announceUrl, { failure, participant }));
}

/** The call that is coached after the change. Throws RefusedError 16028, 20001. */
export function resolveCoach(
  conference: Conference,
  coach: { callSid: string; callSidToCoach: string | null },
  { coaching, callSidToCoach }: ParticipantUpdate,
): string | null {
  if (coaching === false) {
    return null;
  }
  const coached = callSidToCoach ?? coach.callSidToCoach;
  if (coaching === true && coached === null) {
    throw coachingNeedsCallSid();
  }
  const isSame = coached === coach.callSidToCoach;
  if (coached !== null && !isSame && !conference.canCoach(coach.callSid, coached)) {
    throw coachNotInConference();
  }
  return coached;
}
