import { parseRoomName } from "../../telephony/service-names.ts";
import type {
  ServiceCall,
  ServiceConference,
  TelephonySnapshot,
} from "../../telephony/telephony.ts";
import {
  isQueued,
  type DeskState,
  type HeldState,
  type LiveDeskState,
  type ReadyState,
  type WaitingState,
} from "../state/desk-state.ts";

export interface ExpectedCall {
  id: string;
  room: string;
  inConference: boolean;
  callSid: string | null;
  desk: DeskState;
  wasInRoom: boolean;
  isDialling: boolean;
  unrung: string | null;
  isRungBack: boolean;
  legs: { sid: string; joined: boolean; released: boolean }[];
}

export type Discrepancy =
  | { type: "call.missing"; call: string; callSid: string }
  | { type: "call.unknown"; service: ServiceCall }
  | { type: "call.leaving"; call: string }
  | { type: "leg.missing"; call: string; leg: string }
  | { type: "leg.joined"; call: string; leg: string; roomSid: string }
  | { type: "caller.joined"; call: string; callSid: string; roomSid: string }
  | { type: "caller.held"; call: string }
  | { type: "caller.resumed"; call: string }
  | { type: "operator.returned"; call: string; leg: string }
  | { type: "caller.awaited"; call: string }
  | { type: "caller.alone"; call: string }
  | { type: "caller.nowhere"; call: string; callSid: string; to: "queue" | "room" }
  | { type: "dial.missing"; call: string; leg: string | null }
  | { type: "room.orphan"; call: string; roomSid: string };

export interface Comparison {
  settled: readonly ExpectedCall[];
  live: ReadonlySet<string>;
  sids: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
  service: TelephonySnapshot;
}

export function compareCalls(comparison: Comparison): Discrepancy[] {
  const view = { ...indexSnapshot(comparison.service), sids: comparison.sids };
  const findings: Discrepancy[] = [];
  for (const call of comparison.settled) {
    findings.push(...compareCall(call, view));
  }
  for (const service of comparison.service.calls) {
    if (isUnknown(service, comparison)) {
      findings.push({ type: "call.unknown", service });
    }
  }
  for (const room of comparison.service.conferences) {
    const call = parseRoomName(room.name);
    if (call !== null && !comparison.live.has(call)) {
      findings.push({ type: "room.orphan", call, roomSid: room.sid });
    }
  }
  return findings;
}

interface ServiceView {
  calls: Map<string, ServiceCall>;
  rooms: Map<string, ServiceConference>;
  queued: Set<string>;
  sids: ReadonlySet<string>;
}

function indexSnapshot(service: TelephonySnapshot): Omit<ServiceView, "sids"> {
  return {
    calls: new Map(service.calls.map((call) => [call.sid, call])),
    rooms: new Map(service.conferences.map((room) => [room.name, room])),
    queued: new Set(service.queued),
  };
}

/**
 * Returns true for an answered call that this server does not know. Ignores ringing calls, whose
 * webhook may still be on the way, and calls of the demonstration telephone, which are recorded
 * only when they have sound.
 */
function isUnknown(service: ServiceCall, { sids, numbers }: Comparison): boolean {
  return (
    service.direction === "inbound" &&
    service.status === "in-progress" &&
    !service.from.startsWith("client:") &&
    numbers.has(service.to) &&
    !sids.has(service.sid)
  );
}

function compareCall(call: ExpectedCall, view: ServiceView): Discrepancy[] {
  const { desk, callSid } = call;
  if (desk.status === "ended") {
    return [];
  }
  if (callSid === null) {
    return isEndFinal(desk)
      ? [{ type: "call.leaving", call: call.id }]
      : compareUndialled(call, view);
  }
  const atService = view.calls.get(callSid);
  if (atService === undefined) {
    return [{ type: "call.missing", call: call.id, callSid }];
  }
  if (isEndFinal(desk)) {
    return [{ type: "call.leaving", call: call.id }];
  }
  const room = view.rooms.get(call.room) ?? null;
  const inRoom = new Set(room?.participants.map((participant) => participant.callSid));
  const legs = compareLegs(call, { view, room, inRoom });
  // Repaired legs change the desk state, so the next round compares the caller's position.
  if (legs.length > 0) {
    return legs;
  }
  const participant = room?.participants.find((one) => one.callSid === callSid);
  if (call.inConference && participant !== undefined && !call.isDialling) {
    return [];
  }
  if (room !== null && participant !== undefined) {
    return compareCallerInRoom(
      { id: call.id, callSid, desk, wasInRoom: call.wasInRoom, isDialling: call.isDialling },
      { roomSid: room.sid, hold: participant.hold, inRoom },
    );
  }
  if (view.queued.has(callSid)) {
    return compareCallerInQueue(call.id, desk, inRoom);
  }
  if (atService.status !== "in-progress") {
    return [];
  }
  // A party who has just answered is joining the room, or a called-back caller hears the goodbye.
  if (call.isDialling || call.isRungBack) {
    return [];
  }
  const to = isQueued(desk) && !call.inConference ? "queue" : "room";
  return [{ type: "caller.nowhere", call: call.id, callSid, to }];
}

/**
 * A crash can happen between an operator's join and the dial command. Then an operator is in a
 * silent room, or a leg rings without a record. This function finds both.
 */
function compareUndialled(call: ExpectedCall, view: ServiceView): Discrepancy[] {
  const { unrung } = call;
  if (unrung === null) {
    return [];
  }
  const room = view.rooms.get(call.room) ?? null;
  const inRoom = new Set(room?.participants.map((participant) => participant.callSid));
  const legs = compareLegs(call, { view, room, inRoom });
  if (legs.length > 0) {
    return legs;
  }
  const ringing = [...view.calls.values()].find(
    ({ sid, to, direction }) =>
      to === unrung && direction.startsWith("outbound") && !view.sids.has(sid),
  );
  return [{ type: "dial.missing", call: call.id, leg: ringing?.sid ?? null }];
}

/** Returns true when a person ended the call and undo is no longer possible. */
function isEndFinal({ leaving }: LiveDeskState): boolean {
  return leaving !== null && leaving.until === null;
}

interface LegView {
  view: ServiceView;
  room: ServiceConference | null;
  inRoom: ReadonlySet<string>;
}

function compareLegs(call: ExpectedCall, at: LegView): Discrepancy[] {
  const { desk } = call;
  const registered = compareRegisteredLegs(call, at);
  const attends = desk.status === "screening" || desk.status === "on_air" || isAttended(desk);
  const leg = attends ? desk.leg : null;
  const isKnown = leg === null || at.inRoom.has(leg.sid);
  if (isKnown || registered.length > 0) {
    return registered;
  }
  return [{ type: "leg.missing", call: call.id, leg: leg.sid }];
}

function isAttended(desk: DeskState): desk is HeldState {
  return desk.status === "held" && !desk.unattended;
}

function compareRegisteredLegs(call: ExpectedCall, { view, room, inRoom }: LegView): Discrepancy[] {
  return call.legs.flatMap((leg): Discrepancy[] => {
    const isIn = inRoom.has(leg.sid);
    if (!view.calls.has(leg.sid) || (leg.joined && !isIn)) {
      return [{ type: "leg.missing", call: call.id, leg: leg.sid }];
    }
    if (!leg.joined && isIn && room !== null) {
      return [{ type: "leg.joined", call: call.id, leg: leg.sid, roomSid: room.sid }];
    }
    return [];
  });
}

interface CallerPlace {
  roomSid: string;
  hold: boolean;
  inRoom: ReadonlySet<string>;
}

function compareCallerInRoom(
  call: {
    id: string;
    callSid: string;
    desk: LiveDeskState;
    wasInRoom: boolean;
    isDialling: boolean;
  },
  position: CallerPlace,
): Discrepancy[] {
  const { id, callSid, desk } = call;
  if (call.isDialling) {
    return [{ type: "caller.joined", call: id, callSid, roomSid: position.roomSid }];
  }
  switch (desk.status) {
    case "waiting":
    case "ready":
      return call.wasInRoom
        ? compareReadyCaller(id, desk, position)
        : [{ type: "caller.joined", call: id, callSid, roomSid: position.roomSid }];
    case "screening":
    case "on_air":
      return position.hold ? [{ type: "caller.held", call: id }] : [];
    case "held":
      return position.hold ? [] : compareUnheldCaller(id, desk, position.inRoom);
  }
}

/** A screened caller waits in the room with music until an operator joins. */
function compareReadyCaller(
  call: string,
  desk: WaitingState | ReadyState,
  { hold, inRoom }: CallerPlace,
): Discrepancy[] {
  const isAwaited = desk.leg !== null && inRoom.has(desk.leg.sid);
  if (hold) {
    return isAwaited ? [{ type: "caller.awaited", call }] : [];
  }
  return isAwaited ? [{ type: "caller.resumed", call }] : [{ type: "caller.alone", call }];
}

function compareUnheldCaller(
  call: string,
  desk: HeldState,
  inRoom: ReadonlySet<string>,
): Discrepancy[] {
  const { silentLeg, leg } = desk;
  if (silentLeg !== null && inRoom.has(silentLeg)) {
    return [{ type: "operator.returned", call, leg: silentLeg }];
  }
  const hasCompany = leg !== null && inRoom.has(leg.sid) && !desk.unattended;
  return hasCompany ? [{ type: "caller.resumed", call }] : [{ type: "caller.alone", call }];
}

function compareCallerInQueue(
  call: string,
  desk: LiveDeskState,
  inRoom: ReadonlySet<string>,
): Discrepancy[] {
  const isAwaited = isQueued(desk) && desk.leg !== null && inRoom.has(desk.leg.sid);
  return isAwaited ? [{ type: "caller.awaited", call }] : [];
}
