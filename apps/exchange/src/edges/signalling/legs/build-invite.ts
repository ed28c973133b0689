import type { DialRequest } from "../../../calls/legs/leg.ts";
import { writeParams } from "../frames/frames.ts";
import type { Invite } from "./ringing-devices.ts";

export function buildInvite(
  request: DialRequest,
  how: { accountSid: string; sdp: string; reconnect: string },
): Invite {
  const { accountSid, sdp, reconnect } = how;
  const parameters = incomingParameters(request, accountSid);
  return { callsid: request.callSid, sdp, reconnect, parameters };
}

function incomingParameters(request: DialRequest, accountSid: string): Record<string, string> {
  return {
    CallSid: request.callSid,
    AccountSid: accountSid,
    From: request.from,
    To: request.to,
    ApiVersion: "2010-04-01",
    ...(request.stirStatus ? { StirStatus: request.stirStatus } : {}),
    ...(request.callerName === null ? {} : { CallerName: request.callerName }),
    ...(request.params.length === 0 ? {} : { Params: writeParams(request.params) }),
  };
}
