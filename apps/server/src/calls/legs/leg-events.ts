import type { EndReason } from "@linedesk/contract";
import type { DeskDeps } from "../desk-deps.ts";
import type { NetworkEnd } from "../state/call-state.ts";
import type { ConferencePosition } from "../state/conference-position.ts";
import { findLeg, type RegisteredLeg } from "../store/leg-store.ts";
import { callerEnded, callerHeld, callerJoined, callerUnheld } from "./caller-handlers.ts";
import { operatorJoined, operatorLeft } from "./operator-handlers.ts";

/** What the telephony service says of one leg, in our words. */
export type LegEvent =
  | { type: "joined"; seen: ConferencePosition }
  /** Out of its room; `end` is null when the call of the leg goes on elsewhere. */
  | { type: "left"; end: NetworkEnd | null; reason?: EndReason | null }
  /** `silentPeer`: the exchange itself did so, as this other leg's media fell silent [DS29]. */
  | { type: "held"; seen: ConferencePosition; silentPeer: string | null }
  /** `silentPeer`: the media of this other leg is back, or it has left for good. */
  | { type: "let_back"; seen: ConferencePosition; silentPeer: string | null };

/**
 * Applies the event to the leg's call; one of a leg that nobody knows changes nothing. `inRoomOf`:
 * the call in whose room it happened, for a leg that was sent into another one has left its own.
 */
export async function handleLegEvent(
  deps: DeskDeps,
  sid: string,
  event: LegEvent,
  inRoomOf?: string,
): Promise<void> {
  await deps.claims.legSettled(sid);
  const leg = await findLeg(deps.db, sid);
  if (leg === null || (inRoomOf !== undefined && inRoomOf !== leg.call)) {
    return;
  }
  if (leg.kind === "operator") {
    await handleOperatorEvent(deps, leg, event);
  } else {
    await handleCallerEvent(deps, leg, event);
  }
}

async function handleOperatorEvent(
  deps: DeskDeps,
  leg: RegisteredLeg,
  event: LegEvent,
): Promise<void> {
  if (event.type === "joined") {
    await operatorJoined(deps, leg, event.seen.room);
  }
  if (event.type === "left") {
    await operatorLeft(deps, leg);
  }
}

async function handleCallerEvent(
  deps: DeskDeps,
  leg: RegisteredLeg,
  event: LegEvent,
): Promise<void> {
  switch (event.type) {
    case "joined":
      return callerJoined(deps, leg, event.seen);
    case "left":
      // A caller who was moved elsewhere has left the room and is still there.
      if (event.end !== null) {
        await callerEnded(deps, leg.call, { end: event.end, leg: leg.sid, reason: event.reason });
      }
      return;
    case "held":
      return callerHeld(deps, leg.call, event);
    case "let_back":
      return callerUnheld(deps, leg.call, event);
  }
}
