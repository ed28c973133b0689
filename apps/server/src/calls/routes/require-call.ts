import type { Endpoint, Permission } from "@linedesk/contract";
import type { ApiCall } from "../../platform/http/api-call.ts";
import { requireFound } from "../../platform/http/errors.ts";
import type { DeskDeps } from "../desk-deps.ts";
import type { Seat } from "../seat.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";

export async function requireCall<E extends Endpoint>(
  request: ApiCall<E>,
  { deps, id }: { deps: Pick<DeskDeps, "db">; id: string },
  permission: Permission,
): Promise<{ call: CallRecord; seat: Seat }> {
  const call = requireFound(await findCall(deps.db, id), "There is no such call.");
  const thing = { station: call.station, noun: "call" };
  const role = await request.requirePermissionOn(thing, permission);
  return { call, seat: { user: request.user, role, actor: request.actor } };
}
