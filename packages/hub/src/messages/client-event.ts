import type { Connection } from "../app/connection.ts";
import type { HubApp } from "../app/hub-app.ts";
import { parseChannelName } from "../protocol/channel-name.ts";
import { CLIENT_EVENT_REJECTED } from "../protocol/codes.ts";
import { encodeFrame, type ClientFrame } from "../protocol/frame.ts";

interface ClientEvent {
  event: string;
  channel: string;
  data: string;
}
type Reading =
  | { status: "accepted"; clientEvent: ClientEvent }
  | { status: "rejected"; why: string };

/**
 * Forwards a `client-` event to the other subscribers of a private or presence channel. The frame
 * is rebuilt from known fields, so that a client can neither forge `user_id` nor add fields.
 */
export function handleClientEvent(app: HubApp, connection: Connection, frame: ClientFrame): void {
  if (!connection.clientEvents.take()) {
    return reject(connection, "it exceeds the rate limit");
  }
  const reading = readClientEvent(app, connection, frame);
  if (reading.status === "rejected") {
    return reject(connection, reading.why);
  }
  const { clientEvent } = reading;
  const member = app.channels.get(clientEvent.channel)?.subscribers.get(connection);
  const stamp = member ? { user_id: member.userId } : {};
  connection.noteEvent();
  app.channels.broadcast(
    clientEvent.channel,
    encodeFrame({ ...clientEvent, ...stamp }),
    connection.socketId,
  );
  const { event: name, channel, data } = clientEvent;
  app.cluster
    ?.publish({ type: "client_event", channel, name, data, userId: member?.userId })
    .catch(() => reject(connection, "the other servers do not answer"));
  app.notify({
    name: "client_event",
    ...clientEvent,
    socket_id: connection.socketId,
    ...stamp,
  });
}

function readClientEvent(app: HubApp, connection: Connection, frame: ClientFrame): Reading {
  const { event, channel } = frame;
  if (event.length > app.limits.eventNameLength) {
    return rejected(`its name has more than ${app.limits.eventNameLength} characters`);
  }
  if (channel === undefined) {
    return rejected("it names no channel");
  }
  const kind = parseChannelName(channel, app.limits.channelNameLength)?.kind;
  if (kind !== "private" && kind !== "presence") {
    return rejected("only private and presence channels take client events");
  }
  if (!app.access.takesClientEvents(channel)) {
    return rejected("client events are off for this channel");
  }
  if (app.channels.get(channel)?.subscribers.has(connection) !== true) {
    return rejected("the channel is not subscribed to");
  }
  const data = encodeData(frame.data);
  if (data === null) {
    return rejected("its data is nested too deeply");
  }
  if (Buffer.byteLength(data) > app.limits.eventDataBytes) {
    return rejected(`its data has more than ${app.limits.eventDataBytes} bytes`);
  }
  return { status: "accepted", clientEvent: { event, channel, data } };
}

/**
 * Returns `null` for data that is nested too deeply for `JSON.stringify`. `JSON.parse` has no such
 * limit.
 */
function encodeData(data: unknown): string | null {
  try {
    return typeof data === "string" ? data : JSON.stringify(data ?? {});
  } catch {
    return null;
  }
}

function rejected(why: string): Reading {
  return { status: "rejected", why };
}

function reject(connection: Connection, why: string): void {
  connection.sendError(`Client event rejected: ${why}`, CLIENT_EVENT_REJECTED);
}
