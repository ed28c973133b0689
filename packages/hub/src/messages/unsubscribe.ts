import { z } from "zod";

import type { Connection } from "../app/connection.ts";
import type { HubApp } from "../app/hub-app.ts";
import { messageData, type ClientFrame } from "../protocol/frame.ts";

const unsubscription = z.object({ channel: z.string() });

/**
 * `pusher:unsubscribe {channel}` has no answer, and none is needed for a channel not subscribed to.
 */
export function handleUnsubscribe(app: HubApp, connection: Connection, frame: ClientFrame): void {
  const parsed = unsubscription.safeParse(messageData(frame));
  if (!parsed.success) {
    return connection.refuseFrame("pusher:unsubscribe needs data.channel, a string");
  }
  if (!connection.channels.has(parsed.data.channel)) {
    return;
  }
  app.channels.leave(connection, parsed.data.channel);
  app.counts.noteChange(parsed.data.channel);
}
