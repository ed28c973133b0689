import type { JoinOptions } from "../../calls/conferences/conference-api.ts";

/** As Twilio has them. */
export const JOIN_DEFAULTS: JoinOptions = {
  muted: false,
  beep: "true",
  startOnEnter: true,
  endOnExit: false,
  waitUrl: null,
  waitMethod: "POST",
  maxParticipants: 250,
  callSidToCoach: null,
  statusCallback: null,
  record: null,
};
