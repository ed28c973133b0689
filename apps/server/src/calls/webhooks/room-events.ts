import * as z from "zod";

import type { DeskDeps } from "../desk-deps.ts";
import { networkEndOf } from "../end-call.ts";
import { takeLegEvent, type LegEvent } from "../legs/leg-events.ts";
import type { SeenInRoom } from "../state/event-order.ts";

/** A conference event, as far as we read it. */
export const roomEvent = z.object({
  StatusCallbackEvent: z.string(),
  ConferenceSid: z.string(),
  SequenceNumber: z.coerce.number().optional(),
  CallSid: z.string().optional(),
  /** `peer-media-lost`: the exchange itself holds this member, as the other one's media is silent. */
  Reason: z.string().optional(),
  PeerCallSid: z.string().optional(),
  ReasonParticipantLeft: z.string().optional(),
  ParticipantCallStatus: z.string().optional(),
});
export type RoomEvent = z.output<typeof roomEvent>;

/** Applies one conference event to the call in whose room it happened; late ones do nothing. */
export async function takeRoomEvent(deps: DeskDeps, event: RoomEvent): Promise<void> {
  const told = inOurWords(event);
  if (event.CallSid !== undefined && told !== null) {
    await takeLegEvent(deps, event.CallSid, told);
  }
}

/** What the service's event means for the leg; null for one that tells us nothing. */
function inOurWords(event: RoomEvent): LegEvent | null {
  const seen = seenOf(event);
  switch (event.StatusCallbackEvent) {
    case "participant-join":
      return { type: "joined", seen };
    case "participant-leave":
      return { type: "left", end: endOf(event) };
    case "participant-hold":
      return { type: "held", seen, silentPeer: silentPeerOf(event) };
    case "participant-unhold":
      return { type: "let_back", seen, silentPeer: silentPeerOf(event) };
    default:
      return null;
  }
}

function seenOf(event: RoomEvent): SeenInRoom {
  return {
    room: event.ConferenceSid,
    sequence: event.SequenceNumber ?? 0,
  };
}

function endOf(event: RoomEvent) {
  const end = networkEndOf(event.ParticipantCallStatus ?? "");
  if (end !== null) {
    return end;
  }
  return event.ReasonParticipantLeft === "participant_hung_up" ? "completed" : null;
}

function silentPeerOf(event: RoomEvent): string | null {
  return event.Reason === "peer-media-lost" ? (event.PeerCallSid ?? null) : null;
}
