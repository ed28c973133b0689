import type Pusher from "pusher";
import * as z from "zod";

import { userChannel, type UserEvent } from "@linedesk/contract";
import type { Logger } from "../logger.ts";
import type { OutboxRow } from "./outbox-store.ts";
import { isRefusal } from "./pusher.ts";

/** Protocol 7's limits: events of a batch, and bytes of an event's data. */
export const BATCH_SIZE = 10;
const MAX_DATA_BYTES = 10 * 1024;

export interface WireEvent {
  channel: string;
  name: string;
  /** JSON. */
  data: string;
}

const numbered = z.object({ seq: z.number() });

/** [RT8] What is over 10 KB goes as its number alone, and the console asks for a snapshot. */
export function toWire({ channel, event, payload }: OutboxRow): WireEvent {
  const data = JSON.stringify(payload);
  if (Buffer.byteLength(data) <= MAX_DATA_BYTES) {
    return { channel, name: event, data };
  }
  const { seq } = numbered.parse(payload);
  const stale = { type: "station.stale", seq };
  return { channel, name: stale.type, data: JSON.stringify(stale) };
}

export interface SenderDeps {
  pusher: Pusher;
  log: Logger;
  /** A session or a right of this user has ended. */
  onEnded: (userId: string) => void;
}

/**
 * Sends rows in their order. An event that the service refuses for what it is gets skipped: the
 * consoles see the gap and ask for a snapshot. Throws when the service does not answer or refuses
 * us altogether; then the rows must be sent again.
 */
export function createSender(deps: SenderDeps) {
  const { pusher, log } = deps;
  return async (rows: readonly OutboxRow[]): Promise<void> => {
    const events = rows.map(toWire);
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
    for (const event of events) {
      await endConnections(deps, event);
    }
  };
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

/**
 * [RT14] After a session or a right has ended, every socket of its user is, and every voice token:
 * whoever still has a session connects again, and the others find no channel any more.
 */
async function endConnections({ pusher, log, onEnded }: SenderDeps, event: WireEvent) {
  if (!endings.includes(event.name)) {
    return;
  }
  const userId = event.channel.slice(userChannel("").length);
  onEnded(userId);
  try {
    await pusher.terminateUserConnections(userId);
  } catch (err) {
    if (!isRefusal(err)) {
      throw err;
    }
    log.error({ err, channel: event.channel }, "realtime service does not end connections");
  }
}
