import type { Endpoint, Permission } from "@linedesk/contract";
import type { ApiCall } from "../../platform/http/api-call.ts";
import { ApiError, requireFound } from "../../platform/http/errors.ts";
import { TelephonyError, TelephonyUnreachableError } from "../../telephony/telephony.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";

export async function requireCall<E extends Endpoint>(
  request: ApiCall<E>,
  { deps, id }: { deps: Pick<DeskDeps, "db">; id: string },
  permission: Permission,
): Promise<{ call: CallRecord; seat: Seat }> {
  const call = requireFound(await findCall(deps.db, id), "no_such_call");
  const thing = { station: call.station, absent: "no_such_call" } as const;
  const role = await request.requirePermissionOn(thing, permission);
  return { call, seat: { user: request.user, role, actor: request.actor } };
}

export async function mapTelephonyErrors<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof TelephonyUnreachableError) {
      throw new ApiError("exchange_silent", {
        cause: error,
      });
    }
    if (error instanceof TelephonyError) {
      throw new ApiError("exchange_refused", {
        cause: error,
      });
    }
    throw error;
  }
}
