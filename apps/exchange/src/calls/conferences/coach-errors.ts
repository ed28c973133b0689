import { RefusedError } from "@linedesk/base";

export const COACH_NOT_IN_ROOM = 13240;

/** Who is to be coached must be another participant of the same room. */
export function notInRoom(): RefusedError {
  return new RefusedError(COACH_NOT_IN_ROOM, "The call to coach is not in the conference");
}

export function needsCallSid(): RefusedError {
  return new RefusedError(20001, "Coaching needs a CallSidToCoach");
}
