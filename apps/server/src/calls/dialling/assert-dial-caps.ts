import { may } from "@linedesk/contract";
import type { DialCaps, DiallingConfig } from "../../config/dialling-config.ts";
import type { Trx } from "../../platform/db/database.ts";
import { ApiError } from "../../platform/http/errors.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import type { CallRecord } from "../store/call-record.ts";
import { type DialUse, lockDialling, readDialUse } from "../store/dial-store.ts";
import { checkDialled, type DialVerdict } from "./check-dialled.ts";

export interface Dialler {
  station: string;
  user: string;
  now: Date;
}

export async function assertDialCaps(
  trx: Trx,
  { station, user, now }: Dialler,
  { person, station: ofStation }: DiallingConfig["caps"],
): Promise<void> {
  await lockDialling(trx, station);
  const own = findReachedCap(await readDialUse(trx, { station, user, now }), person);
  if (own !== null) {
    throw new ApiError({ reason: `own_${own.cap}`, params: { count: own.count } });
  }
  const all = findReachedCap(await readDialUse(trx, { station, user: null, now }), ofStation);
  if (all !== null) {
    throw new ApiError({ reason: `station_${all.cap}`, params: { count: all.count } });
  }
}

export interface ReachedCap {
  cap: "dials_in_a_minute" | "dials_at_once" | "dial_minutes";
  count: number;
}

export function findReachedCap(used: DialUse, caps: DialCaps): ReachedCap | null {
  if (isReached(used.lastMinute, caps.callsPerMinute)) {
    return { cap: "dials_in_a_minute", count: caps.callsPerMinute };
  }
  if (isReached(used.live, caps.concurrent)) {
    return { cap: "dials_at_once", count: caps.concurrent };
  }
  if (isReached(used.minutesToday, caps.minutesPerDay)) {
    return { cap: "dial_minutes", count: caps.minutesPerDay };
  }
  return null;
}

function isReached(used: number, cap: number): boolean {
  return cap !== 0 && used >= cap;
}

type DiallingDeps = Pick<DeskDeps, "db" | "clock" | "people">;

export function requireAllowed(
  { people }: Pick<DeskDeps, "people">,
  written: string,
): Extract<DialVerdict, { status: "allowed" }> {
  const verdict = checkDialled(written, people.dialling);
  if (verdict.status === "allowed") {
    return verdict;
  }
  const { reason } = verdict;
  throw new ApiError(reason, { fields: { to: reason } });
}

/**
 * Throws if the desk may not dial a caller who waits for a call back. The rules are those of any
 * dialled number.
 */
export async function assertMayRingBack(
  deps: DiallingDeps,
  call: CallRecord,
  { user, role }: Seat,
): Promise<void> {
  if (!may(role, "dial")) {
    throw new ApiError({ reason: "role_may_not_dial", params: { role } });
  }
  requireAllowed(deps, call.number ?? "");
  const dialler = { station: call.station, user: user.id, now: new Date(deps.clock.now()) };
  await deps.db
    .transaction()
    .execute((trx) => assertDialCaps(trx, dialler, deps.people.dialling.caps));
}
