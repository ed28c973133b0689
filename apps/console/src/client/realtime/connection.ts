import type { RealtimeState } from "./realtime.ts";

export type Connection =
  | { status: "connecting" }
  /** `isSlow`: snapshots replace the events of a disconnected socket. */
  | { status: "live"; isSlow?: true }
  | { status: "reconnecting"; attempt: number; since: number }
  | { status: "offline"; since: number };

export type ConnectionEvent =
  | { type: "realtime"; state: RealtimeState; at: number }
  /** A snapshot is loaded: the list is correct again. */
  | { type: "snapshot" }
  /** A snapshot is loaded while the socket is disconnected. */
  | { type: "polled" }
  | { type: "stale"; at: number }
  | { type: "browser.offline"; at: number }
  | { type: "browser.online"; at: number };

/** Returns the state of the strip above the queue. A first connection is not a reconnection. */
export function nextConnection(connection: Connection, event: ConnectionEvent): Connection {
  switch (event.type) {
    case "snapshot":
      return connection.status === "offline" ? connection : { status: "live" };
    case "polled":
      return connection.status === "offline" ? connection : { status: "live", isSlow: true };
    case "browser.offline":
      return connection.status === "offline" ? connection : { status: "offline", since: event.at };
    case "browser.online":
      return connection.status === "offline"
        ? { status: "reconnecting", attempt: 1, since: connection.since }
        : connection;
    case "stale":
      return lost(connection, event.at);
    case "realtime":
      return event.state === "connected" ? connection : dropped(connection, event);
  }
}

function lost(connection: Connection, at: number): Connection {
  return connection.status === "live"
    ? { status: "reconnecting", attempt: 1, since: at }
    : connection;
}

function dropped(connection: Connection, event: { state: RealtimeState; at: number }): Connection {
  if (connection.status === "live") {
    // Each attempt to connect causes this event, and snapshots still replace the socket.
    if (connection.isSlow === true) {
      return connection;
    }
    return { status: "reconnecting", attempt: 1, since: event.at };
  }
  if (connection.status === "connecting" && event.state === "lost") {
    return { status: "reconnecting", attempt: 1, since: event.at };
  }
  if (connection.status === "reconnecting" && event.state === "connecting") {
    return { ...connection, attempt: connection.attempt + 1 };
  }
  return connection;
}
