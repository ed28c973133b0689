import type { AirChecks } from "@linedesk/contract";
import type { Actor } from "../platform/db/audit-store.ts";
import { ApiError } from "../platform/http/errors.ts";
import { changeCall, isEnded, type CallDeps } from "./change-call.ts";
import type { CallRecord } from "./store/call-record.ts";

export async function checkForAir(
  deps: CallDeps,
  {
    call,
    checks,
    actor,
  }: { call: string; checks: { [Name in keyof AirChecks]?: boolean | undefined }; actor: Actor },
): Promise<CallRecord> {
  const { after } = await changeCall(deps, { call, actor }, (locked) => {
    if (isEnded(locked)) {
      throw new ApiError("caller_hung_up");
    }
    const { radioOff = locked.air.radioOff, agreed = locked.air.agreed } = checks;
    const air = { radioOff, agreed };
    return radioOff === locked.air.radioOff && agreed === locked.air.agreed
      ? null
      : { fields: { air }, action: "call.air_checked", details: air };
  });
  return after;
}
