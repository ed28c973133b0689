import { RefusedError } from "@linedesk/base";

export const COACH_NOT_IN_CONFERENCE = 13240;

/** Who is to be coached must be another participant of the same room. */
export function coachNotInConference(): RefusedError {
  return new RefusedError(COACH_NOT_IN_CONFERENCE, "The call to coach is not in the conference");
}

export function coachingNeedsCallSid(): RefusedError {
  return new RefusedError(20001, "Coaching needs a CallSidToCoach");
}
