import type { DeviceLine } from "@linedesk/contract";
import { transact } from "../../platform/db/database.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { requireFeedPermission } from "../../stations/line-feeds/set-line-feed.ts";
import { lockCall, writeChange } from "../change-call.ts";
import {
  type AirOverride,
  assertAirReady,
  recordAirOverrides,
} from "../claims/assert-air-ready.ts";
import { OnAirFirstError } from "../claims/assert-nothing-on-air.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { isDialling } from "../is-dialling.ts";
import { tryTelephonyCommand } from "../legs/connect-caller.ts";
import { InvalidStateError } from "../state/call-state.ts";
import { type DeskEvent, type DeskLeg, isBridged, isQueued } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";
import { callsOnLine, findLeg, reassignLeg } from "../store/leg-store.ts";

interface CallOnLine {
  call: CallRecord;
  leg: DeskLeg;
}

/**
 * Exchanges the calls of the two lines. Each softphone stays connected, and its leg moves into the
 * other call's room. A call on hold stays on hold.
 */
export async function swapLines(
  deps: DeskDeps,
  {
    call,
    seat,
    evenIfNotReady,
  }: { call: CallRecord; seat: Seat; evenIfNotReady?: boolean | undefined },
): Promise<CallRecord> {
  const both = await findCallsOnLines(deps, seat.user.id);
  const ids = both.map(({ id }) => id);
  if (!ids.includes(call.id)) {
    throw new InvalidStateError("swap_needs_two_calls");
  }
  if (both.some(({ station }) => station !== call.station)) {
    throw new InvalidStateError("swap_across_stations");
  }
  if (both.some(({ service }) => service !== call.service)) {
    throw new InvalidStateError("swap_across_exchanges");
  }
  assertNamesOnAir(both, call);
  const toAir: CallRecord[] = [];
  for (const [line, coming] of [
    ["line1", both[1]],
    ["line2", both[0]],
  ] as const) {
    // The line's carrier and preset decide whether the leg feeds the air.
    const preset = await findLegFeed(deps, seat.user.id, line);
    const at = { station: call.station, line, role: seat.role, preset };
    const feedsAir = await requireFeedPermission(deps.db, at);
    toAir.push(...(feedsAir && coming !== undefined ? [coming] : []));
  }
  const overrides = await assertAirReady(deps.db, toAir, { evenIfNotReady });
  const [one, other] = await exchangeLegs(deps, { ids, seat, overrides });
  await Promise.all([
    sendLeg(deps, one.leg.sid, other.call),
    sendLeg(deps, other.leg.sid, one.call),
  ]);
  return (await findCall(deps.db, call.id)) ?? call;
}

async function findCallsOnLines(deps: DeskDeps, user: string): Promise<CallRecord[]> {
  const both: CallRecord[] = [];
  for (const line of ["line1", "line2"] satisfies DeviceLine[]) {
    const onLine = await callsOnLine(deps.db, user, line);
    const calls = await Promise.all(onLine.map((leg) => findCall(deps.db, leg.call)));
    const live = calls.filter((one) => one !== null && one.desk.status !== "ended");
    const [only] = live;
    if (only === undefined || only === null || live.length > 1) {
      throw new InvalidStateError("swap_needs_two_calls");
    }
    both.push(only);
  }
  return both;
}

/** Throws if the swap would take off air a call whose id is not in the request. */
function assertNamesOnAir([one, two]: readonly CallRecord[], named: CallRecord): void {
  const other = one?.id === named.id ? two : one;
  if (other?.desk.status === "on_air" && named.desk.status !== "on_air") {
    throw new OnAirFirstError(other.desk.leg.holder.line);
  }
}

async function findLegFeed(deps: DeskDeps, user: string, line: DeviceLine) {
  const [on] = await callsOnLine(deps.db, user, line);
  const leg = on === undefined ? null : await findLeg(deps.db, on.leg);
  return leg?.feedsAir ?? null;
}

/** Locks both rows, the lower id first, so that two swaps cannot deadlock. */
async function exchangeLegs(
  deps: DeskDeps,
  { ids, seat, overrides }: { ids: readonly string[]; seat: Seat; overrides: AirOverride[] },
): Promise<[CallOnLine, CallOnLine]> {
  const pair = await transact(deps.db, async (trx) => {
    const locked: CallOnLine[] = [];
    for (const id of ids.toSorted()) {
      locked.push(requireLeg(await lockCall(trx, id), seat.user.id));
    }
    const [one, other] = locked;
    if (one === undefined || other === undefined) {
      throw new InvalidStateError("swap_needs_two_calls");
    }
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      await reassignLeg(trx, to.leg.sid, from.call.id);
      const change = { desk: swapEvents(from, to.leg, deps.clock.now()), action: "call.swapped" };
      await writeChange({ deps, trx, before: from.call, actor: seat.actor }, change);
    }
    await recordAirOverrides(trx, overrides, seat.actor);
    return [one, other] satisfies [CallOnLine, CallOnLine];
  });
  for (const id of ids) {
    deps.watch.notifyChanged(id);
  }
  return pair;
}

function requireLeg(call: CallRecord, user: string): CallOnLine {
  const { desk } = call;
  if (desk.status === "ended") {
    throw new ApiError("caller_hung_up");
  }
  const isSettled =
    desk.leaving === null && desk.claim === null && !isQueued(desk) && !isDialling(call);
  const isSilent = desk.status === "held" && (desk.silentLeg !== null || desk.unattended);
  if (
    !isSettled ||
    isSilent ||
    call.conference !== null ||
    desk.leg === null ||
    desk.leg.holder.user !== user
  ) {
    throw new InvalidStateError("swap_needs_two_calls");
  }
  return { call, leg: desk.leg };
}

function swapEvents({ call, leg }: CallOnLine, next: DeskLeg, now: number): DeskEvent[] {
  const swapped: DeskEvent = { type: "swapped", leg: next };
  const at = new Date(now).toISOString();
  if (!isBridged(call.desk) || leg.feedsAir === next.feedsAir) {
    return [swapped];
  }
  return [swapped, { type: next.feedsAir ? "moved_to_air" : "moved_off_air", at }];
}

async function sendLeg(deps: DeskDeps, leg: string, call: CallRecord): Promise<void> {
  await tryTelephonyCommand(deps, call.id, () => {
    const { telephony, urls } = deps.services.of(call);
    return telephony.redirect(leg, urls.join(call.id));
  });
}
