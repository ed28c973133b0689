import { RefusedError, TWILIO_CODES } from "@linedesk/base";

export const COACH_NOT_IN_CONFERENCE = "The call to coach is not in the conference";

/** Who is to be coached must be another participant of the same room. */
export function coachNotInConference(): RefusedError {
  return new RefusedError(TWILIO_CODES.COACH_NOT_FOUND, COACH_NOT_IN_CONFERENCE);
}

export function coachingNeedsCallSid(): RefusedError {
  return new RefusedError(TWILIO_CODES.INVALID_PARAMETER, "Coaching needs a CallSidToCoach");
}
