import { randomInt } from "node:crypto";

import { pusherErrors } from "../protocol/codes.ts";
import { Connection, type CloseReason, type HubSocket } from "./connection.ts";
import type { HubApp } from "./hub-app.ts";

type SweptApp = Pick<HubApp, "clock" | "connections" | "limits">;
type OpenedApp = SweptApp & Pick<HubApp, "channels" | "users">;

/** Gives a new socket its id, sends the greeting, and cleans up after it closes. */
export function openConnection(
  app: OpenedApp,
  socket: HubSocket,
  onClosed: (reason: CloseReason) => void,
): Connection {
  const connection = new Connection({
    socketId: newSocketId(app),
    socket,
    limits: app.limits,
    clock: app.clock,
    onClosed: (closed, reason) => {
      forget(app, closed);
      onClosed(reason);
    },
  });
  app.connections.set(connection.socketId, connection);
  connection.send({
    event: "pusher:connection_established",
    data: JSON.stringify({
      socket_id: connection.socketId,
      activity_timeout: Math.max(1, Math.round(app.limits.activityTimeoutMs / 1000)),
    }),
  });
  return connection;
}

function forget(app: OpenedApp, connection: Connection): void {
  const channels = [...connection.channels];
  app.connections.delete(connection.socketId);
  app.channels.leaveAll(connection);
  for (const channel of channels) {
    app.channels.counts.noteChange(channel);
  }
  app.users.signOut(connection);
}

function newSocketId(app: Pick<HubApp, "connections">): string {
  // The official server SDK accepts only digits on both sides of the dot.
  const id = `${randomInt(1, 2 ** 32)}.${randomInt(1, 2 ** 32)}`;
  return app.connections.has(id) ? newSocketId(app) : id;
}

/** Starts the checks of all sockets at intervals; returns the function that stops the checks. */
export function startSweeping(app: SweptApp): () => void {
  function sweep(): void {
    for (const connection of app.connections.values()) {
      connection.checkLiveness(pusherErrors);
    }
    cancel = app.clock.after(sweepEveryMs(app), sweep);
  }
  let cancel = app.clock.after(sweepEveryMs(app), sweep);
  return () => cancel();
}

/** Returns the interval of the checks: a quarter of the shorter timeout, and at least 100 ms. */
function sweepEveryMs({ limits }: Pick<HubApp, "limits">): number {
  return Math.max(100, Math.min(limits.activityTimeoutMs, limits.pongTimeoutMs) / 4);
}
