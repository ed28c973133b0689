import { NEXT, type Verb } from "../verb.ts";

/** This exchange does not record yet: the document goes on, and the call's log says why. */
export const record: Verb = async (_element, { call, services }) => {
  call.note("error", "Record", { errorCode: 12200, message: "recording is not supported" });
  services.logger.warn({ callSid: call.sid, code: 12200 }, "recording is not supported");
  return NEXT;
};
