import { sleep } from "@linedesk/base";
import { systemActor } from "../../platform/db/audit-store.ts";
import { readMaxDialS } from "../../stations/caller-id.ts";
import { changeCall, isEnded, type CallChange } from "../change-call.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { giveUpDialling, isDialling, isToBeDialled, startDialling } from "../is-dialling.ts";
import {
  isBridged,
  isQueued,
  type DeskEvent,
  type DeskLeg,
  type DeskState,
} from "../state/desk-state.ts";
import { nextDeskState } from "../state/next-desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findClaimOfLeg } from "../store/claim-store.ts";
import {
  findLeg,
  toDeskLeg,
  markJoined,
  markLeft,
  openOperatorLegs,
  type RegisteredLeg,
} from "../store/leg-store.ts";
import { moveIntoConference } from "./conference-handlers.ts";
import {
  connectCaller,
  endLeg,
  playHoldMusic,
  releaseLegs,
  tryTelephonyCommand,
} from "./connect-caller.ts";
import { dialParty, finishCanceled } from "./dial-party.ts";
import { toLeftEvent } from "./to-left-event.ts";

/**
 * The earlier leg stays this long, because the sound of a new leg begins after its join. The delay
 * is longest for a browser that has just connected.
 */
const OVERLAP_MS = 500;

export async function operatorJoined(deps: DeskDeps, leg: RegisteredLeg, conferenceSid: string) {
  const deskLeg = toDeskLeg(leg);
  if (deskLeg === null) {
    return;
  }
  let isFirstReport = false;
  let toConnect: { call: CallRecord; isFirst: boolean } | null = null;
  let conference: string | null = null;
  const target = { call: leg.call, actor: systemActor };
  const { before, after, changed } = await changeCall(deps, target, async (call, trx) => {
    if (call.conference !== null) {
      conference = call.conference.id;
      return null;
    }
    isFirstReport = await markJoined(trx, leg.sid, new Date(deps.clock.now()));
    if (isToBeDialled(call)) {
      const maxDialS = await readMaxDialS(trx, call.station);
      const at = new Date(deps.clock.now());
      const dialling = startDialling(call, { leg: deskLeg, at, maxDialS });
      return { ...dialling, fields: { ...dialling.fields, conferenceSid } };
    }
    const events = isFirstReport ? joinedEvents(deskLeg, call.desk, deps.clock.now()) : [];
    const desk = events.reduce(nextDeskState, call.desk);
    if (isFirstReport || isQueued(desk)) {
      toConnect = { call: { ...call, desk, conferenceSid }, isFirst: desk !== call.desk };
    }
    return { desk: events, ...roomOfCall(call, conferenceSid) };
  });
  if (conference !== null) {
    return moveIntoConference(deps, leg, conference);
  }
  await connectWrittenCaller(deps, toConnect);
  if (changed && isToBeDialled(before)) {
    await ringFarEnd(deps, { before, after });
  }
  if (isFirstReport) {
    await endOtherLegs(deps, leg);
  }
}

/** Connects the caller only after the commit, because until then the transaction can fail. */
async function connectWrittenCaller(
  deps: DeskDeps,
  joined: { call: CallRecord; isFirst: boolean } | null,
): Promise<void> {
  if (joined !== null) {
    const { call, isFirst } = joined;
    await tryTelephonyCommand(deps, call.id, () => connectCaller(deps, call, { isFirst }));
  }
}

/**
 * Dials the call's number. If the desk calls a caller back, first ends the caller's earlier leg, on
 * which the goodbye may still play.
 */
async function ringFarEnd(
  deps: DeskDeps,
  { before, after }: { before: CallRecord; after: CallRecord },
): Promise<void> {
  const { id, callSid } = before;
  const earlier = callSid === null ? null : await findLeg(deps.db, callSid);
  if (earlier !== null) {
    await tryTelephonyCommand(deps, id, () => endLeg(deps, earlier));
  }
  await dialParty(deps, after);
}

/**
 * Returns the join of the leg. If its air feed differs from the earlier leg's, the caller also
 * moves to air or off air.
 */
function joinedEvents(leg: DeskLeg, desk: DeskState, now: number): DeskEvent[] {
  const joined: DeskEvent = { type: "operator.joined", leg };
  const at = new Date(now).toISOString();
  if (!isBridged(desk) || desk.leg.feedsAir === leg.feedsAir) {
    return [joined];
  }
  return [joined, { type: leg.feedsAir ? "moved_to_air" : "moved_off_air", at }];
}

/** Ends every other operator leg in the call's room, because a call has only one line. */
async function endOtherLegs(deps: DeskDeps, leg: RegisteredLeg): Promise<void> {
  const open = await openOperatorLegs(deps.db, leg.call);
  const others = open.filter((one) => one.sid !== leg.sid && one.joinedAt !== null);
  const lasting = others.filter((one) => mayOverlap(one, leg));
  await releaseLegs(
    deps,
    leg.call,
    others.filter((one) => !lasting.includes(one)),
  );
  if (lasting.length > 0) {
    await sleep(deps.clock, OVERLAP_MS);
    await releaseLegs(deps, leg.call, lasting);
  }
}

/**
 * Returns true when a person moves the call to their other line and an audio server carries one of
 * the two lines. The earlier leg then stays briefly, so that the caller hears no gap. If the call
 * goes off air, the earlier leg leaves immediately, because otherwise the air would receive off-air
 * speech.
 */
function mayOverlap(before: RegisteredLeg, leg: RegisteredLeg): boolean {
  const isMove = before.user === leg.user && before.line !== leg.line;
  const isOfStudio = before.audioServer !== null || leg.audioServer !== null;
  return isMove && isOfStudio && (leg.feedsAir || !before.feedsAir);
}

function roomOfCall(call: CallRecord, conferenceSid: string): Pick<CallChange, "fields"> {
  return call.conferenceSid === conferenceSid || isEnded(call) ? {} : { fields: { conferenceSid } };
}

/** `isCutOff` is true when the exchange has restarted and lost the leg. */
export async function operatorLeft(
  deps: DeskDeps,
  leg: RegisteredLeg,
  { isCutOff }: { isCutOff: boolean },
): Promise<void> {
  const now = new Date(deps.clock.now());
  const isFirstReport = await markLeft(deps.db, leg.sid, now);
  const claim = await findClaimOfLeg(deps.db, leg.sid);
  const { before, after } = await changeCall(
    deps,
    { call: leg.call, actor: systemActor },
    (call) => {
      if (isRungFor(call, leg)) {
        return giveUpDialling(call, now);
      }
      const events: DeskEvent[] = [toLeftEvent(leg, { now, isCutOff })];
      if (claim !== null) {
        events.push({ type: "claim.lapsed", claim: claim.id });
      }
      return { desk: events };
    },
  );
  if (isRungFor(before, leg)) {
    return finishCanceled(deps, before);
  }
  if (isFirstReport && after.desk.status === "held" && (after.desk.unattended || isCutOff)) {
    await tryTelephonyCommand(deps, leg.call, () => playHoldMusic(deps, leg.call));
  }
}

function isRungFor(call: CallRecord, leg: RegisteredLeg): boolean {
  return isDialling(call) && call.desk.status === "screening" && call.desk.leg.sid === leg.sid;
}
