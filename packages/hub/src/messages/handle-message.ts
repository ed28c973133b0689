import type { Connection } from "../app/connection.ts";
import type { HubApp } from "../app/hub-app.ts";
import { decodeFrame, encodeFrame, type ClientFrame } from "../protocol/frame.ts";
import { handleClientEvent } from "./client-event.ts";
import { handleSignin } from "./signin.ts";
import { handleSubscribe } from "./subscribe.ts";
import { handleUnsubscribe } from "./unsubscribe.ts";

type Handler = (app: HubApp, connection: Connection, frame: ClientFrame) => void;

const pong = encodeFrame({ event: "pusher:pong", data: "{}" });

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ["pusher:subscribe", handleSubscribe],
  ["pusher:unsubscribe", handleUnsubscribe],
  ["pusher:signin", handleSignin],
  ["pusher:ping", (_app, connection) => connection.sendEncoded(pong)],
  // Hearing it was all: every frame shows that the socket lives.
  ["pusher:pong", () => undefined],
]);

/** Acts on one text frame of a client. Whatever it holds is answered or closes the socket. */
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
    return connection.refuseFrame("A message is a JSON object with an event");
  }
  const handle = frame.event.startsWith("client-") ? handleClientEvent : handlers.get(frame.event);
  if (handle === undefined) {
    return connection.refuseFrame("Unknown event");
  }
  handle(app, connection, frame);
}
