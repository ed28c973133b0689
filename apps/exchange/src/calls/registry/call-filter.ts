import type { CallStatus } from "../live/call.ts";

export interface CallFilter {
  from?: string;
  to?: string;
  parentCallSid?: string;
  status?: CallStatus;
  startedBefore?: Date;
}
