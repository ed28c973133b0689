import type { Endpoint, Permission } from "@linedesk/contract";
import type { ApiCall } from "../../platform/http/api-call.ts";
import { ApiError } from "../../platform/http/errors.ts";
import type { DeskDeps } from "../desk-deps.ts";
import type { Seat } from "../seat.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";

export async function requireCall<E extends Endpoint>(
  request: ApiCall<E>,
  { deps, id }: { deps: Pick<DeskDeps, "db">; id: string },
  permission: Permission,
): Promise<{ call: CallRecord; seat: Seat }> {
  const call = await findCall(deps.db, id);
  if (call === null) {
    throw new ApiError("not_found", "There is no such call.");
  }
  const thing = { station: call.station, noun: "call" };
  const role = await request.requirePermissionOn(thing, permission);
  return { call, seat: { user: request.user, role, actor: request.actor } };
}
