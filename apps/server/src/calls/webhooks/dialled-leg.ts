import * as z from "zod";

import { LOST_CALL_CODE } from "../../telephony/telephony.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { findDialEndReason } from "../is-dialling.ts";
import { adoptDialledLeg } from "../legs/dial-party.ts";
import { handleLegEvent } from "../legs/leg-events.ts";
import { toNetworkEnd } from "../record-call-end.ts";

export const dialledLeg = z.object({
  CallSid: z.string().min(1).max(64),
  CallStatus: z.string(),
  SipResponseCode: z.string().max(10).optional().catch(undefined),
  ErrorCode: z.string().optional().catch(undefined),
});

export async function handleDialledLeg(
  deps: DeskDeps,
  call: string,
  event: z.output<typeof dialledLeg>,
): Promise<void> {
  const { CallSid: sid, CallStatus: status, SipResponseCode: sipCode, ErrorCode: code } = event;
  const isOurs = await adoptDialledLeg(deps, call, sid);
  const reported = toNetworkEnd(status);
  if (reported !== null) {
    const end = code === LOST_CALL_CODE ? "lost" : reported;
    const reason = end === "lost" ? null : findDialEndReason(sipCode);
    return handleLegEvent(deps, sid, { type: "left", end, reason });
  }
  // Our command was given up before anybody heard that it was done after all.
  if (!isOurs) {
    await deps.telephony.endCall(sid);
  }
}
