import { describe, expect, test } from "vitest";

import { type ConnectionEvent, nextConnection, type Connection } from "./connection.ts";

function run(start: Connection, ...events: ConnectionEvent[]): Connection {
  return events.reduce(nextConnection, start);
}

function lost(at: number): ConnectionEvent {
  return { type: "realtime", state: "lost", at };
}
function tries(at: number): ConnectionEvent {
  return { type: "realtime", state: "connecting", at };
}

describe("the connection", () => {
  test("is live only when the snapshot is loaded", () => {
    const socketUp = run({ status: "connecting" }, { type: "realtime", state: "connected", at: 1 });

    expect(socketUp).toEqual({ status: "connecting" });
    expect(run(socketUp, { type: "snapshot" })).toEqual({ status: "live" });
  });

  test("[CN5] counts the attempts since the loss", () => {
    const connection = run({ status: "live" }, lost(100), tries(1_100), lost(1_200), tries(2_200));

    expect(connection).toEqual({ status: "reconnecting", attempt: 3, since: 100 });
  });

  test("[CN7] is offline while the browser is offline, whatever the socket reports", () => {
    const offline = run(
      { status: "live" },
      { type: "browser.offline", at: 5 },
      { type: "snapshot" },
    );

    expect(offline).toEqual({ status: "offline", since: 5 });
    expect(run(offline, { type: "browser.online", at: 9 }, { type: "snapshot" })).toEqual({
      status: "live",
    });
  });

  test("is reconnecting while the list is out of date", () => {
    expect(run({ status: "live" }, { type: "stale", at: 7 })).toMatchObject({
      status: "reconnecting",
    });
  });

  test("[RT29] is slow while snapshots replace the socket, whatever the attempts to connect result in", () => {
    const slow = run({ status: "live" }, lost(100), { type: "polled" }, tries(1_100), lost(1_200));

    expect(slow).toEqual({ status: "live", isSlow: true });
    expect(run(slow, { type: "stale", at: 9 })).toMatchObject({ status: "reconnecting" });
    expect(run(slow, { type: "snapshot" })).toEqual({ status: "live" });
  });
});
