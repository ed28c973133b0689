import * as z from "zod";

import { twiml } from "../../telephony/twiml.ts";
import { useClaim } from "../claims/use-claim.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { conferenceName } from "../store/call-record.ts";

export interface ConnectRequest {
  callSid: string;
  /** `client:<uuid>`: who the access token says it is; the only word of the browser that counts. */
  from: string;
  claim: string;
}

function parseClientIdentity(from: string): string | null {
  return /^client:(.+)$/.exec(from)?.[1] ?? null;
}

/**
 * A softphone connects: with a good claim it gets into the call's room, else it is refused.
 */
export async function handleOperatorConnect(
  deps: DeskDeps,
  connect: ConnectRequest,
): Promise<string> {
  const { callSid: leg, from } = connect;
  const claim = z.uuid().safeParse(connect.claim);
  const used = claim.success
    ? await useClaim(deps, { claim: claim.data, user: parseClientIdentity(from), leg })
    : ({ status: "refused", why: "no claim" } as const);
  if (used.status === "refused") {
    deps.log.info({ leg, why: used.why }, "softphone refused");
    return twiml.reject();
  }
  const statusUrl = deps.urls.conference(used.call);
  return twiml.joinConference({
    room: conferenceName(used.call),
    label: `operator-${leg}`,
    statusUrl,
    afterSilence: used.leavesAir === true,
  });
}
