import {
  audioServerChannel,
  stationChannel,
  stationPresence,
  userChannel,
  type Seat,
  type SeatEvent,
  type StationEvent,
  type UserEvent,
} from "@linedesk/contract";
import type { Trx } from "../db/database.ts";
import { addPendingEvent, type PendingEvent } from "../db/pending-event.ts";
import { readSeq } from "./outbox-store.ts";

type WithoutSeq<E> = E extends { seq: number } ? Omit<E, "seq"> : never;
/** An event of a station before it has its number. */
export type NewStationEvent = WithoutSeq<StationEvent>;

/**
 * Writes an event of the station to the outbox when the transaction commits, and never after a
 * rollback. The event gets its number in the same message as the commit.
 */
export async function publish(trx: Trx, stationId: string, event: NewStationEvent): Promise<void> {
  const channel = stationChannel(stationId);
  return addPendingEvent(trx, { channel, event: event.type, payload: event, stationId });
}

export async function publishToUser(trx: Trx, userId: string, event: UserEvent): Promise<void> {
  return addUnnumbered(trx, { channel: userChannel(userId), event: event.type, payload: event });
}

export async function publishSeat(trx: Trx, stationId: string, seat: Seat): Promise<void> {
  const payload: SeatEvent = { type: "seat.changed", seat };
  const channel = stationPresence(stationId);
  return addUnnumbered(trx, { channel, event: payload.type, payload });
}

/**
 * Writes a request to an audio server to the outbox, for the channel of its line 1. Members of the
 * channel cannot send it, because their events begin with `client-`.
 */
export async function publishToAudioServer(
  trx: Trx,
  server: string,
  request: { event: string; request: string },
): Promise<void> {
  const { event, ...payload } = request;
  return addUnnumbered(trx, { channel: audioServerChannel(server, "line1"), event, payload });
}

function addUnnumbered(trx: Trx, event: Omit<PendingEvent, "stationId">): Promise<void> {
  return addPendingEvent(trx, { ...event, stationId: null });
}

/**
 * Returns the number of the station's last event. Read it and the snapshot in one repeatable-read
 * transaction, so that the snapshot contains exactly the events up to this number.
 */
export const stationSeq = readSeq;
