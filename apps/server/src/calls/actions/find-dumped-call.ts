import { readDumpAllowed } from "../../stations/line-feeds/set-air-ready.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { InvalidStateError } from "../state/call-state.ts";
import { findCall } from "../store/call-store.ts";
import { assertMayHangUp } from "./hang-up-call.ts";
import type { TakeNextRequest } from "./take-next.ts";

/**
 * Returns the id of the call that Next ends in dump mode. Returns undefined when the requested call
 * is not on air on the line, so that Next ends nothing. Throws when the station does not allow dump
 * mode, and when the person may not end the call.
 */
export async function findDumpedCall(
  deps: DeskDeps,
  { station, line, seat, ends }: TakeNextRequest,
): Promise<string | undefined> {
  if (ends === undefined) {
    return undefined;
  }
  if (!(await readDumpAllowed(deps.db, station))) {
    throw new InvalidStateError("dump_not_allowed");
  }
  const call = await findCall(deps.db, ends);
  if (call?.station !== station || call.desk.status !== "on_air" || call.conference !== null) {
    return undefined;
  }
  assertMayHangUp(call, seat);
  return call.desk.leg.holder.line === line ? ends : undefined;
}
