import * as z from "zod";

import type { TelephonyService } from "../../telephony/telephony-service.ts";
import { LOST_CALL_CODE } from "../../telephony/telephony.ts";
import { twiml } from "../../telephony/twiml.ts";
import { useClaim } from "../claims/use-claim.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { findDialEndReason } from "../is-dialling.ts";
import { adoptDialledLeg } from "../legs/dial-party.ts";
import { handleLegEvent } from "../legs/leg-events.ts";
import { toNetworkEnd } from "../record-call-end.ts";

export interface ConnectRequest {
  callSid: string;
  /**
   * `client:<uuid>`, the identity in the access token. The server trusts nothing else that the
   * browser sends.
   */
  from: string;
  claim: string;
  at: TelephonyService;
}

function parseClientIdentity(from: string): string | null {
  return /^client:(.+)$/.exec(from)?.[1] ?? null;
}

export async function handleOperatorConnect(
  deps: DeskDeps,
  connect: ConnectRequest,
): Promise<string> {
  const { callSid: leg, from, at } = connect;
  const claim = z.uuid().safeParse(connect.claim);
  const used = claim.success
    ? await useClaim(deps, {
        claim: claim.data,
        user: parseClientIdentity(from),
        leg,
        service: at.service,
      })
    : ({ status: "refused", why: "no claim" } as const);
  if (used.status === "refused") {
    deps.log.info({ leg, why: used.why }, "softphone refused");
    return twiml.reject();
  }
  const statusUrl = at.urls.conference(used.call);
  return twiml.joinConference({
    room: at.names.room(used.call),
    label: `operator-${leg}`,
    statusUrl,
    afterSilence: used.leavesAir === true,
  });
}

export const dialledLeg = z.object({
  CallSid: z.string().min(1).max(64),
  CallStatus: z.string(),
  SipResponseCode: z.string().max(10).optional().catch(undefined),
  ErrorCode: z.string().optional().catch(undefined),
});

export async function handleDialledLeg(
  deps: DeskDeps,
  { call, at }: { call: string; at: TelephonyService },
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
  // The server's request to dial timed out, but the telephony service has dialled nevertheless, so
  // the leg is ended.
  if (!isOurs) {
    await at.telephony.endCall(sid);
  }
}
