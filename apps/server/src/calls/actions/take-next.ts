import {
  type Claim,
  type DeviceLine,
  reservesReadyForAir,
  reservesWaitingForScreeners,
  type LineDevice,
  listTakeable,
  type Role,
  type TakeableOptions,
} from "@linedesk/contract";
import { listColleagues } from "../../people/colleagues.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { OnAirFirstError } from "../claims/assert-nothing-on-air.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { presentCall } from "../present-call.ts";
import { InvalidStateError } from "../state/call-state.ts";
import { isQueued } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { liveCalls } from "../store/call-store.ts";
import { acceptCall } from "./accept-call.ts";

export interface TakeNextRequest {
  station: string;
  line: DeviceLine;
  device?: LineDevice | undefined;
  seat: Seat;
  claim?: string | undefined;
  hiddenFlags?: readonly string[] | undefined;
  evenIfNotReady?: string | undefined;
  /** The id of the person's call on air on the line, which this request ends. */
  ends?: string | undefined;
}

interface Taken {
  call: CallRecord;
  claim: Claim;
}

/**
 * The queue is read at most this many times, to find callers who arrived while the previous list
 * was processed.
 */
const MOST_READS = 3;

/**
 * Accepts the first available caller for the seat. If another seat takes a caller first, this
 * function tries the next caller, because the request was for any caller.
 */
export async function takeNext(deps: DeskDeps, request: TakeNextRequest): Promise<Taken> {
  const hidden = new Set(request.hiddenFlags);
  let refusal: ApiError | null = null;
  for (let reads = 0; reads < MOST_READS; reads += 1) {
    const calls = await liveCalls(deps.db, request.station);
    const byId = new Map(calls.map((call) => [call.id, call]));
    const left = await readTakeOptions(deps, calls, request);
    const takeable = listTakeable(calls.map(presentCall), request.seat.user.id, {
      hidden,
      ...left,
    });
    if (takeable.length === 0) {
      break;
    }
    for (const { id } of takeable) {
      const call = byId.get(id);
      const taken = call === undefined ? null : await tryTake(deps, call, request);
      if (taken instanceof ApiError) {
        refusal = taken;
      } else if (taken !== null) {
        return taken;
      }
    }
  }
  throw refusal ?? new InvalidStateError("nobody_waiting");
}

async function readTakeOptions(
  deps: DeskDeps,
  calls: readonly CallRecord[],
  { station, seat }: TakeNextRequest,
): Promise<Pick<TakeableOptions, "reservesWaiting" | "reservesReady">> {
  if (!calls.some(({ desk }) => isQueued(desk))) {
    return {};
  }
  const seated = await listSeatedRoles(deps, station);
  return {
    reservesWaiting: reservesWaitingForScreeners(seat.role, seated),
    reservesReady: reservesReadyForAir(seat.role, seated),
  };
}

/**
 * Returns the roles of the present colleagues. Returns none if presence is unknown, so that Next
 * then leaves no caller for other seats.
 */
async function listSeatedRoles(deps: DeskDeps, station: string): Promise<Role[]> {
  try {
    const present = await deps.people.listPresent();
    const members = await listColleagues(deps.db, station, "screen");
    return members.filter(({ user }) => present.has(user)).map(({ role }) => role);
  } catch (err) {
    deps.log.warn({ err, station }, "presence lookup failed");
    return [];
  }
}

/**
 * Returns `null` when another seat took the caller first, or when the caller has hung up. Returns
 * the error of a refused call back, for example at a limit; `takeNext` throws it only if nobody
 * else waits.
 */
async function tryTake(
  deps: DeskDeps,
  call: CallRecord,
  { line, device, seat, claim, evenIfNotReady, ends }: TakeNextRequest,
): Promise<Taken | ApiError | null> {
  const kind = call.desk.status === "held" ? "take_over" : "accept";
  try {
    const how = { line, device, seat, claim, evenIfNotReady: call.id === evenIfNotReady, ends };
    return await acceptCall(deps, { call, kind, ...how, unclaimedOnly: true });
  } catch (error) {
    if (error instanceof ApiError && isRaceLost(error)) {
      return null;
    }
    if (error instanceof ApiError && call.callBack !== null) {
      return error;
    }
    throw error;
  }
}

function isRaceLost(error: ApiError): boolean {
  const { code } = error;
  const isLost = code === "call_taken" || code === "call_gone" || code === "call_state";
  return isLost && !(error instanceof OnAirFirstError);
}
