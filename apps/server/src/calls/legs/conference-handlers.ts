import { systemActor } from "../../platform/db/audit-store.ts";
import type { Db } from "../../platform/db/database.ts";
import { changeCall, isEnded } from "../change-call.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { giveUpDialling, isDialling } from "../is-dialling.ts";
import { isStale, type ConferencePosition } from "../state/call-state.ts";
import { isBridged, isQueued, type DeskEvent, type DeskLeg } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";
import { memberIds, updateMember } from "../store/conference-store.ts";
import {
  markJoined,
  markLeft,
  operatorLegsOfConference,
  sendLegTo,
  toDeskLeg,
  type RegisteredLeg,
} from "../store/leg-store.ts";
import { releaseLegs, tryTelephonyCommand, unholdCaller } from "./connect-caller.ts";
import { finishCanceled } from "./dial-party.ts";
import { exchangeLeg } from "./join-room.ts";
import { toLeftEvent } from "./to-left-event.ts";

export async function moveIntoConference(deps: DeskDeps, leg: RegisteredLeg, conference: string) {
  await sendLegTo(deps.db, leg.sid, conference);
  await tryTelephonyCommand(deps, leg.call, () => {
    const { telephony, urls } = deps.services.of(leg);
    return telephony.redirect(leg.sid, urls.joinConference(conference));
  });
}

/**
 * Handles an operator's join. The operator then talks with every member who is not on hold. The
 * first operator is the holder of the calls. An older leg of the same person leaves, and the legs
 * of colleagues stay.
 */
export async function operatorJoinedConference(
  deps: DeskDeps,
  leg: RegisteredLeg,
  conference: string,
): Promise<void> {
  await markJoined(deps.db, leg.sid, new Date(deps.clock.now()));
  const open = await operatorsIn(deps.db, conference);
  const own = open.filter((one) => one.sid !== leg.sid && one.user === leg.user);
  const colleague = open.find((one) => one.user !== leg.user);
  const isMine = colleague === undefined;
  const deskLeg = toDeskLeg(colleague ?? leg);
  if (deskLeg !== null) {
    const isOnAir = open.some((one) => one.feedsAir && !own.includes(one));
    await emitMembers(deps, conference, (call, at) =>
      eventsOfOperator(call, { ...deskLeg, feedsAir: isOnAir }, { at, isMine }),
    );
  }
  await releaseLegs(deps, leg.call, own);
}

async function operatorsIn(db: Db, conference: string): Promise<RegisteredLeg[]> {
  const open = await operatorLegsOfConference(db, conference, { open: true });
  return open.filter((one) => one.joinedAt !== null && !one.released).toReversed();
}

async function emitMembers(
  deps: DeskDeps,
  conference: string,
  eventsOf: (call: CallRecord, at: string) => DeskEvent[],
): Promise<void> {
  const at = new Date(deps.clock.now()).toISOString();
  for (const id of await memberIds(deps.db, conference)) {
    await changeCall(deps, { call: id, actor: systemActor }, (call) =>
      call.conference?.id === conference ? { desk: eventsOf(call, at) } : null,
    );
  }
}

function eventsOfOperator(
  call: CallRecord,
  leg: DeskLeg,
  { at, isMine }: { at: string; isMine: boolean },
): DeskEvent[] {
  const { desk, conference } = call;
  if (isQueued(desk) || isDialling(call)) {
    return [];
  }
  if (isBridged(desk)) {
    return exchangeLeg(leg, at);
  }
  if (!isMine) {
    return [];
  }
  const joined: DeskEvent = { type: "operator.joined", leg };
  return conference?.onHold === true ? [joined] : [joined, { type: "caller.resumed", leg, at }];
}

/**
 * Handles the end of an operator's leg. The members still hear each other, with the remaining
 * colleague or without an operator. If no operator remains and none requested the end of the leg,
 * the members become unattended.
 */
export async function operatorLeftConference(
  deps: DeskDeps,
  leg: RegisteredLeg,
  { conference, isCutOff }: { conference: string; isCutOff: boolean },
): Promise<void> {
  const now = new Date(deps.clock.now());
  await markLeft(deps.db, leg.sid, now);
  // A restart of the exchange cuts off all operators, so none of them stays.
  const staying = isCutOff ? [] : await operatorsIn(deps.db, conference);
  const next = staying[0] === undefined ? null : toDeskLeg(staying[0]);
  if (next !== null) {
    const isOnAir = staying.some((one) => one.feedsAir);
    return emitMembers(deps, conference, (call, at) =>
      buildHandOverEvents({ ...next, feedsAir: isOnAir }, { call, at }),
    );
  }
  for (const id of await memberIds(deps.db, conference)) {
    let isCanceled = false;
    const { before } = await changeCall(deps, { call: id, actor: systemActor }, (call) => {
      isCanceled = isDialling(call) && isBridged(call.desk) && call.desk.leg.sid === leg.sid;
      return isCanceled
        ? giveUpDialling(call, now)
        : { desk: [toLeftEvent(leg, { now, isCutOff })] };
    });
    if (isCanceled) {
      await finishCanceled(deps, before);
    }
  }
}

function buildHandOverEvents(
  leg: DeskLeg,
  { call, at }: { call: CallRecord; at: string },
): DeskEvent[] {
  if (isQueued(call.desk)) {
    return [];
  }
  return isDialling(call) ? [{ type: "swapped", leg }] : exchangeLeg(leg, at);
}

export async function memberHeld(
  deps: DeskDeps,
  id: string,
  {
    seen,
    silentPeer,
    onHold,
  }: { seen: ConferencePosition; silentPeer: string | null; onHold: boolean },
): Promise<void> {
  if (silentPeer !== null) {
    const call = await findCall(deps.db, id);
    if (onHold && call !== null) {
      await tryTelephonyCommand(deps, id, () => unholdCaller(deps, call));
    }
    return;
  }
  await changeCall(deps, { call: id, actor: systemActor }, async (call, trx) => {
    if (isEnded(call) || call.conference === null || isStale(call.seenInRoom, seen)) {
      return null;
    }
    await updateMember(trx, id, { on_hold: onHold });
    const at = new Date(deps.clock.now()).toISOString();
    const legs = await operatorsIn(trx, call.conference.id);
    const first = legs[0] === undefined ? null : toDeskLeg(legs[0]);
    const isOnAir = legs.some((one) => one.feedsAir);
    const leg = first === null ? null : { ...first, feedsAir: isOnAir };
    const resumed: DeskEvent[] = leg === null ? [] : [{ type: "caller.resumed", leg, at }];
    return {
      desk: onHold ? [{ type: "caller.held", at }] : resumed,
      fields: { seenInRoom: seen },
      action: onHold ? "conference.held" : "conference.resumed",
    };
  });
}

export async function memberMuted(
  deps: DeskDeps,
  id: string,
  { seen, muted }: { seen: ConferencePosition; muted: boolean },
): Promise<void> {
  await changeCall(deps, { call: id, actor: systemActor }, async (call, trx) => {
    if (isEnded(call) || call.conference === null) {
      return null;
    }
    await updateMember(trx, id, { muted });
    const action = muted ? "conference.muted" : "conference.unmuted";
    return { fields: { conferenceSid: seen.room }, action };
  });
}
