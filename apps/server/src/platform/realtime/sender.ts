import type Pusher from "pusher";
import * as z from "zod";

import { stationEvent, userChannel, type UserEvent, wholeStationChannel } from "@linedesk/contract";
import type { Logger } from "../logger.ts";
import { mapNumbers, maskNumbers } from "../map-numbers.ts";
import type { NumberSeal } from "../number-seal.ts";
import { coalesceRows } from "./coalesce-rows.ts";
import type { OutboxRow } from "./outbox-store.ts";
import { isRefusal } from "./pusher.ts";
import { spreadOverLanes } from "./spread-over-lanes.ts";

/** The limits of Pusher protocol 7: events per batch, and bytes of an event's data. */
const BATCH_SIZE = 10;
const MAX_DATA_BYTES = 10 * 1024;

export interface WireEvent {
  channel: string;
  name: string;
  data: string;
}

const numbered = z.object({ seq: z.number() });

/** An event over 10 KB is sent with only its number, and the console requests a snapshot. */
export function toWire({
  channel,
  event,
  payload,
}: Pick<OutboxRow, "channel" | "event" | "payload">): WireEvent {
  return limitData({ channel, name: event, data: JSON.stringify(payload) });
}

function limitData(event: WireEvent): WireEvent {
  const { channel, data } = event;
  if (Buffer.byteLength(data) <= MAX_DATA_BYTES) {
    return event;
  }
  const { seq } = numbered.parse(JSON.parse(data));
  const stale = { type: "station.stale", seq };
  return { channel, name: stale.type, data: JSON.stringify(stale) };
}

/**
 * At a station that masks callers' numbers an event is sent twice: with masked numbers to
 * everybody, and with full numbers on a separate channel for people who may see them.
 */
export function toWires(row: OutboxRow & { data?: string }, seal: NumberSeal): WireEvent[] {
  const { masking, channel, event: name, data } = row;
  if (masking === null) {
    return [data === undefined ? toWire(row) : limitData({ channel, name, data })];
  }
  const whole = row.payload;
  const masked = mapNumbers(stationEvent, whole, maskNumbers(masking, seal)) as object;
  return [
    toWire({ channel, event: name, payload: masked }),
    toWire({ channel: wholeStationChannel(masking), event: name, payload: whole }),
  ];
}

export interface SenderDeps {
  pusher: Pusher;
  log: Logger;
  numberSeal: NumberSeal;
  onEnded: (userId: string) => void;
}

/** This number of requests is under way at the same time, each with events of other channels. */
const LANES = 8;

/**
 * Sends rows to an external service. Events of one channel keep their order. An event that the
 * service refuses because of its content is skipped; the consoles detect the missing event and
 * request a snapshot. Throws when the service does not answer or refuses every request, or when
 * `mayGoOn` returns false; then the rows must be sent again.
 */
export function createSender(deps: SenderDeps) {
  return async (rows: readonly OutboxRow[], mayGoOn: () => boolean): Promise<void> => {
    const events = coalesceRows(rows).flatMap((row) => toWires(row, deps.numberSeal));
    const lanes = spreadOverLanes(events, LANES);
    const sendings = lanes.map((lane) => sendLane(deps, lane, mayGoOn));
    // If one lane fails, the others are awaited, because they would otherwise send at the same time
    // as the next attempt.
    await Promise.allSettled(sendings);
    await Promise.all(sendings);
    for (const event of events) {
      await endConnections(deps, event);
    }
  };
}

async function sendLane(
  { pusher, log }: SenderDeps,
  events: readonly WireEvent[],
  mayGoOn: () => boolean,
): Promise<void> {
  for (let from = 0; from < events.length; from += BATCH_SIZE) {
    if (!mayGoOn()) {
      throw new Error("This server does not lead any more");
    }
    await sendBatch(pusher, events.slice(from, from + BATCH_SIZE), log);
  }
}

async function sendBatch(pusher: Pusher, events: WireEvent[], log: Logger): Promise<void> {
  try {
    await pusher.triggerBatch(events);
  } catch (error) {
    if (!isRefusal(error)) {
      throw error;
    }
    for (const event of events) {
      await sendOne(pusher, event, log);
    }
  }
}

async function sendOne(pusher: Pusher, event: WireEvent, log: Logger): Promise<void> {
  try {
    await pusher.triggerBatch([event]);
  } catch (err) {
    if (!isRefusal(err)) {
      throw err;
    }
    log.error({ err, event: event.name, channel: event.channel }, "realtime service refused event");
  }
}

const endings: readonly string[] = [
  "session.revoked",
  "rights.changed",
] satisfies UserEvent["type"][];

/** Returns the user whose session or permission has ended, otherwise `null`. */
export function findEndedUser(channel: string, event: string): string | null {
  return endings.includes(event) ? channel.slice(userChannel("").length) : null;
}

/**
 * Ends every socket and voice token of a user after the end of a session or permission. A user who
 * has another session connects again; a user without a session gets no channel.
 */
async function endConnections({ pusher, log, onEnded }: SenderDeps, event: WireEvent) {
  const userId = findEndedUser(event.channel, event.name);
  if (userId === null) {
    return;
  }
  onEnded(userId);
  try {
    await pusher.terminateUserConnections(userId);
  } catch (err) {
    if (!isRefusal(err)) {
      throw err;
    }
    log.error({ err, channel: event.channel }, "realtime service failed to end connections");
  }
}
