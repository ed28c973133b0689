import type { EndReason } from "@linedesk/contract";
import type { DeskDeps } from "../desk-deps.ts";
import type { ConferencePosition, NetworkEnd } from "../state/call-state.ts";
import { findLeg, type RegisteredLeg } from "../store/leg-store.ts";
import { callerEnded, callerHeld, callerJoined, callerUnheld } from "./caller-handlers.ts";
import {
  memberHeld,
  memberMuted,
  operatorJoinedConference,
  operatorLeftConference,
} from "./conference-handlers.ts";
import { operatorJoined, operatorLeft } from "./operator-handlers.ts";

export type LegEvent =
  | { type: "joined"; seen: ConferencePosition }
  | { type: "left"; end: NetworkEnd | null; reason?: EndReason | null }
  /** `silentPeer`: the other leg, whose lost media made the exchange hold this one. */
  | { type: "held"; seen: ConferencePosition; silentPeer: string | null }
  /** `silentPeer`: the other leg, whose media has returned, or which has left permanently. */
  | { type: "unheld"; seen: ConferencePosition; silentPeer: string | null }
  | { type: "muted"; seen: ConferencePosition; muted: boolean };

export interface EventRoom {
  call?: string | undefined;
  conference?: string | undefined;
}

/**
 * Applies the event to the call of the leg; an unknown leg changes nothing. `room` is the room of
 * the event, because a leg that was moved to another room has left its call's room.
 */
export async function handleLegEvent(
  deps: DeskDeps,
  sid: string,
  event: LegEvent,
  room: EventRoom = {},
): Promise<void> {
  await deps.claims.awaitRegistration(sid);
  const leg = await findLeg(deps.db, sid);
  if (leg === null || !isOfRoom(leg, room)) {
    return;
  }
  if (leg.kind === "operator") {
    await handleOperatorEvent(deps, leg, event);
  } else {
    await handleCallerEvent(deps, leg, event);
  }
}

function isOfRoom(leg: RegisteredLeg, { call, conference }: EventRoom): boolean {
  if (conference !== undefined) {
    return leg.conference === conference;
  }
  return call === undefined || (leg.call === call && leg.conference === null);
}

async function handleOperatorEvent(deps: DeskDeps, leg: RegisteredLeg, event: LegEvent) {
  if (event.type === "joined") {
    await (leg.conference === null
      ? operatorJoined(deps, leg, event.seen.room)
      : operatorJoinedConference(deps, leg, leg.conference));
  }
  if (event.type === "left") {
    const isCutOff = event.end === "lost";
    await (leg.conference === null
      ? operatorLeft(deps, leg, { isCutOff })
      : operatorLeftConference(deps, leg, { conference: leg.conference, isCutOff }));
  }
}

async function handleCallerEvent(deps: DeskDeps, leg: RegisteredLeg, event: LegEvent) {
  switch (event.type) {
    case "joined":
      return callerJoined(deps, leg, event.seen);
    case "left":
      if (event.end !== null) {
        await callerEnded(deps, leg.call, { end: event.end, leg: leg.sid, reason: event.reason });
      }
      return;
    case "muted":
      return memberMuted(deps, leg.call, event);
    case "held":
      if (leg.conference !== null) {
        return memberHeld(deps, leg.call, { ...event, onHold: true });
      }
      return callerHeld(deps, leg.call, event);
    case "unheld":
      if (leg.conference !== null) {
        return memberHeld(deps, leg.call, { ...event, onHold: false });
      }
      return callerUnheld(deps, leg.call, event);
  }
}
