import { describe, expect, test } from "vitest";

import {
  type ClientEvent,
  type ClientTransactionState,
  nextInviteClient,
  nextInviteServer,
  nextNonInviteClient,
  nextNonInviteServer,
  type ServerEvent,
  type ServerTransactionState,
} from "./transaction-states.ts";

const server: Record<string, ServerEvent> = {
  "1xx": { type: "responded", status: 180 },
  "2xx": { type: "responded", status: 200 },
  refused: { type: "responded", status: 486 },
  ack: { type: "acknowledged" },
  expired: { type: "expired" },
};

const client: Record<string, ClientEvent> = {
  "1xx": { type: "received", status: 180 },
  "2xx": { type: "received", status: 200 },
  refused: { type: "received", status: 486 },
  expired: { type: "expired" },
};

describe("[XI5] the state machines of RFC 3261 section 17", () => {
  const inviteServer = `
                1xx  2xx       refused    ack        expired
    proceeding  -    accepted  completed  -          -
    accepted    -    -         -          -          terminated
    completed   -    -         -          confirmed  terminated
    confirmed   -    -         -          -          terminated
    terminated  -    -         -          -          -`;
  test.each(cells(inviteServer))("take an incoming INVITE in %s on %s to %s", (from, event, to) => {
    const status = nextInviteServer(from as ServerTransactionState, server[event] as ServerEvent);
    expect(status).toBe(to);
  });

  const nonInviteServer = `
                1xx  2xx        refused    ack  expired
    proceeding  -    completed  completed  -    -
    completed   -    -          -          -    terminated
    terminated  -    -          -          -    -`;
  test.each(cells(nonInviteServer))(
    "take another incoming request in %s on %s to %s",
    (from, event, to) => {
      const status = nextNonInviteServer(
        from as ServerTransactionState,
        server[event] as ServerEvent,
      );
      expect(status).toBe(to);
    },
  );

  const inviteClient = `
                1xx         2xx       refused    expired
    calling     proceeding  accepted  completed  terminated
    proceeding  -           accepted  completed  terminated
    accepted    -           -         -          terminated
    completed   -           -         -          terminated
    terminated  -           -         -          -`;
  test.each(cells(inviteClient))("take our INVITE in %s on %s to %s", (from, event, to) => {
    const status = nextInviteClient(from as ClientTransactionState, client[event] as ClientEvent);
    expect(status).toBe(to);
  });

  const nonInviteClient = `
                1xx         2xx        refused    expired
    calling     proceeding  completed  completed  terminated
    proceeding  -           completed  completed  terminated
    completed   -           -          -          terminated
    terminated  -           -          -          -`;
  test.each(cells(nonInviteClient))(
    "take another request of ours in %s on %s to %s",
    (from, event, to) => {
      const status = nextNonInviteClient(
        from as ClientTransactionState,
        client[event] as ClientEvent,
      );
      expect(status).toBe(to);
    },
  );
});

/** "-" means no change of the state. */
function cells(table: string): [from: string, event: string, to: string][] {
  const [header, ...rows] = table.trim().split("\n");
  const events = header?.trim().split(/\s+/) ?? [];
  return rows.flatMap((row) => {
    const [from = "", ...results] = row.trim().split(/\s+/);
    return results.map((to, i): [string, string, string] => [
      from,
      events[i] ?? "",
      to === "-" ? from : to,
    ]);
  });
}
