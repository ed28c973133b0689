import { systemActor } from "../../platform/db/audit-store.ts";
import type { Trx } from "../../platform/db/database.ts";
import { changeCall, isEnded } from "../change-call.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { isDialling } from "../is-dialling.ts";
import { type EndedLeg, recordCallEnd } from "../record-call-end.ts";
import { type ConferencePosition, isStale, type NetworkEnd } from "../state/call-state.ts";
import type { DeskEvent, DeskLeg, HeldState } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { type CallFields, findCall } from "../store/call-store.ts";
import {
  findLeg,
  lastOperatorLeg,
  markJoined,
  operatorLegsOfConference,
  type RegisteredLeg,
  toDeskLeg,
} from "../store/leg-store.ts";
import {
  endLeg,
  endOperatorLegs,
  holdCaller,
  muteCaller,
  playHoldMusic,
  tryTelephonyCommand,
} from "./connect-caller.ts";
import { joinSharedRoom } from "./join-room.ts";

/**
 * Handles the join of a caller's leg in the room. A leg that was abandoned while it rang, and
 * answers nevertheless, no longer belongs to the call, so the server ends it.
 */
export async function callerJoined(deps: DeskDeps, leg: RegisteredLeg, seen: ConferencePosition) {
  await markJoined(deps.db, leg.sid, new Date(deps.clock.now()));
  let isAlone = false;
  let isGivenUp = false;
  const { before, after, changed } = await changeCall(
    deps,
    { call: leg.call, actor: systemActor },
    async (call, trx) => {
      isGivenUp = call.callSid !== leg.sid;
      if (isGivenUp || isStale(call.seenInRoom, seen)) {
        return null;
      }
      isAlone = isParked(call) || isHeldElsewhere(call, seen);
      const operator = isAlone ? null : await legForCaller(trx, call);
      const at = new Date(deps.clock.now());
      return {
        call: [{ type: "call.answered" }],
        desk: joinEvents(call, operator, at.toISOString()),
        fields: isEnded(call)
          ? {}
          : { ...answeredFields(call, at), seenInRoom: seen, conferenceSid: seen.room },
      };
    },
  );
  if (isGivenUp) {
    await tryTelephonyCommand(deps, leg.call, () => endLeg(deps, leg));
  }
  if (changed && isDialling(before)) {
    await tryTelephonyCommand(deps, leg.call, () => holdOffAir(deps, after));
  }
  // A caller who returns from a private talk joins muted. The hold removes the mute.
  if (changed && after.conference?.onHold === true) {
    const unmute = !after.conference.muted;
    await tryTelephonyCommand(deps, leg.call, () => holdCaller(deps, after, { unmute }));
  }
  // The room is new after a restart of the exchange, so the caller must be muted again.
  if (changed && after.conference?.muted === true) {
    await tryTelephonyCommand(deps, leg.call, () => muteCaller(deps, after, true));
  }
  // The operator left while the caller was joining, so the caller hears music.
  if (changed && after.desk.status === "held" && (after.desk.unattended || isAlone)) {
    await tryTelephonyCommand(deps, leg.call, () => playHoldMusic(deps, leg.call));
  }
}

/**
 * Returns true for a caller who was removed from a conference: on hold in the call's own room,
 * without an operator.
 */
function isParked({ conference, desk }: CallRecord): boolean {
  return conference === null && desk.status === "held" && desk.leg === null;
}

/**
 * Returns true for a caller on hold who returns to a new instance of the room, because the exchange
 * has restarted. The leg of the holder is not in the new instance.
 */
function isHeldElsewhere(
  { conference, conferenceSid, desk }: CallRecord,
  { room }: ConferencePosition,
): boolean {
  const isNewRoom = conferenceSid !== null && conferenceSid !== room;
  return conference === null && desk.status === "held" && !desk.unattended && isNewRoom;
}

function answeredFields({ callBack }: CallRecord, at: Date): CallFields {
  return callBack === null ? {} : { callBack: null, answeredAt: at };
}

/** Holds a party who answers on a line that feeds the air. A person then puts the party to air. */
async function holdOffAir(deps: DeskDeps, { id }: CallRecord): Promise<void> {
  const call = await findCall(deps.db, id);
  if (call?.desk.status === "screening" && call.desk.leg.feedsAir) {
    await holdCaller(deps, call, { unmute: true });
  }
}

interface LegForCaller {
  leg: DeskLeg;
  /** Is true when the leg left before any desk state could record the departure. */
  hasLeft: boolean;
}

async function legForCaller(trx: Trx, call: CallRecord): Promise<LegForCaller | null> {
  if (call.conference !== null) {
    return legInConference(trx, call.conference.id);
  }
  const waiting = call.desk.status === "ended" ? null : call.desk.leg;
  const registered =
    waiting === null ? await lastOperatorLeg(trx, call.id) : await findLeg(trx, waiting.sid);
  const leg = registered === null ? null : toDeskLeg(registered);
  return leg === null ? null : { leg, hasLeft: registered?.leftAt !== null };
}

async function legInConference(trx: Trx, conference: string): Promise<LegForCaller | null> {
  const legs = await operatorLegsOfConference(trx, conference, { open: false });
  const joined = legs.filter((one) => one.joinedAt !== null);
  const open = joined.filter((one) => one.leftAt === null);
  const registered = open.at(-1) ?? joined[0] ?? null;
  const first = registered === null ? null : toDeskLeg(registered);
  const isOnAir = open.some((one) => one.feedsAir);
  const leg = first === null || open.length === 0 ? first : { ...first, feedsAir: isOnAir };
  return leg === null ? null : { leg, hasLeft: registered?.leftAt !== null };
}

function joinEvents(call: CallRecord, operator: LegForCaller | null, at: string): DeskEvent[] {
  if (operator === null) {
    return [];
  }
  const { desk } = call;
  const isHeld = desk.status === "held" && !desk.unattended;
  // The operator's leg has ended, for example in a restart of the exchange, so the caller stays on
  // hold.
  if (isHeld && operator.hasLeft && (desk.leg === null || isGone(desk, operator))) {
    return [];
  }
  if (call.conference !== null) {
    return joinSharedRoom(call, operator, at);
  }
  const { leg, hasLeft } = operator;
  const joined: DeskEvent = { type: "caller.joined", leg, at };
  return hasLeft
    ? [joined, { type: "operator.left", leg: leg.sid, released: false, at }]
    : [joined];
}

function isGone({ goneLegs }: HeldState, { leg }: LegForCaller): boolean {
  return goneLegs.includes(leg.sid);
}

export async function callerEnded(
  deps: DeskDeps,
  call: string,
  { end, ...ended }: EndedLeg & { end: NetworkEnd },
): Promise<void> {
  const { after, changed } = await recordCallEnd(deps, { call, ...ended }, end);
  if (changed || isEnded(after)) {
    await tryTelephonyCommand(deps, call, () => endOperatorLegs(deps, call));
  }
}

export interface HoldChange {
  seen: ConferencePosition;
  silentPeer: string | null;
}

export async function callerHeld(deps: DeskDeps, call: string, { seen, silentPeer }: HoldChange) {
  return applyHoldChange(deps, { call, seen }, async ({ at }) =>
    silentPeer === null
      ? [{ type: "caller.held", at }]
      : [{ type: "operator.silent", leg: silentPeer, at }],
  );
}

export async function callerUnheld(deps: DeskDeps, call: string, { seen, silentPeer }: HoldChange) {
  return applyHoldChange(deps, { call, seen }, async ({ trx, locked, at }) => {
    if (silentPeer !== null) {
      return [{ type: "operator.returned", leg: silentPeer, at }];
    }
    const operator = await legForCaller(trx, locked);
    // The silent operator has left permanently, so the exchange ended the hold. The caller is alone
    // and stays held at the desk.
    if (operator === null || operator.hasLeft) {
      return [];
    }
    return [{ type: "caller.resumed", leg: operator.leg, at }];
  });
}

type BuildDeskEvents = (now: { trx: Trx; locked: CallRecord; at: string }) => Promise<DeskEvent[]>;

async function applyHoldChange(
  deps: DeskDeps,
  { call, seen }: { call: string; seen: ConferencePosition },
  eventsOf: BuildDeskEvents,
): Promise<void> {
  await changeCall(deps, { call, actor: systemActor }, async (locked, trx) => {
    if (isEnded(locked) || isStale(locked.seenInRoom, seen)) {
      return null;
    }
    const at = new Date(deps.clock.now()).toISOString();
    return { desk: await eventsOf({ trx, locked, at }), fields: { seenInRoom: seen } };
  });
}
