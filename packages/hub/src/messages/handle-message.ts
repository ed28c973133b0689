import { z } from "zod";

import type { Connection } from "../app/connection.ts";
import type { HubApp } from "../app/hub-app.ts";
import { decodeFrame, encodeFrame, type ClientFrame, messageData } from "../protocol/frame.ts";
import { handleClientEvent } from "./client-event.ts";
import { handleSignin } from "./signin.ts";
import { handleSubscribe } from "./subscribe.ts";

type Handler = (app: HubApp, connection: Connection, frame: ClientFrame) => void;

const pong = encodeFrame({ event: "pusher:pong", data: "{}" });

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ["pusher:subscribe", handleSubscribe],
  ["pusher:unsubscribe", handleUnsubscribe],
  ["pusher:signin", handleSignin],
  ["pusher:ping", (_app, connection) => connection.sendEncoded(pong)],
  // A pong needs no action, because every received frame already counts as proof that the socket is
  // alive.
  ["pusher:pong", () => undefined],
]);

/** Handles one text frame of a client. An invalid frame gets an error or closes the socket. */
export function handleMessage(app: HubApp, connection: Connection, text: string): void {
  if (connection.isClosed) {
    return;
  }
  connection.noteReceived();
  if (!connection.takeFrame()) {
    return;
  }
  const frame = decodeFrame(text);
  if (frame === null) {
    return connection.refuseFrame("A message must be a JSON object with an event");
  }
  const handle = frame.event.startsWith("client-") ? handleClientEvent : handlers.get(frame.event);
  if (handle === undefined) {
    return connection.refuseFrame("Unknown event");
  }
  handle(app, connection, frame);
}

const unsubscription = z.object({ channel: z.string() });

/** `pusher:unsubscribe {channel}` has no answer, even without a subscription. */
function handleUnsubscribe(app: HubApp, connection: Connection, frame: ClientFrame): void {
  const parsed = unsubscription.safeParse(messageData(frame));
  if (!parsed.success) {
    return connection.refuseFrame("pusher:unsubscribe needs data.channel, a string");
  }
  if (!connection.channels.has(parsed.data.channel)) {
    return;
  }
  app.channels.leave(connection, parsed.data.channel);
  app.channels.counts.noteChange(parsed.data.channel);
}
