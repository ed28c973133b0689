import { isDeepStrictEqual } from "node:util";

import { describe, expect, test } from "vitest";

import { readStateTable } from "../../../testing/read-state-table.ts";
import type { VoiceAccess } from "../token/token-verifier.ts";
import {
  findIdentity,
  nextSessionState,
  type SessionEvent,
  type SessionState,
} from "./session-state.ts";

const alice: VoiceAccess = {
  identity: "alice",
  isAnonymous: false,
  keySid: "SK1",
  mayReceive: true,
  outgoing: null,
  issuedAtS: 0,
  expiresAt: 1,
};
const outgoing: VoiceAccess = { ...alice, mayReceive: false };
const bob: VoiceAccess = { ...alice, identity: "bob" };

const states: Record<string, SessionState> = {
  unauthenticated: { status: "unauthenticated" },
  authenticated: { status: "authenticated", access: alice, reconnectMs: 0 },
  "authenticated:outgoing": { status: "authenticated", access: outgoing, reconnectMs: 0 },
  "authenticated:bob": { status: "authenticated", access: bob, reconnectMs: 0 },
  registered: { status: "registered", access: alice, reconnectMs: 0 },
  expired: { status: "expired", identity: "alice", isAnonymous: false, reconnectMs: 0 },
  closed: { status: "closed" },
};
const events: Record<string, SessionEvent> = {
  token: { type: "token.accepted", access: alice, reconnectMs: 0 },
  "token:outgoing": { type: "token.accepted", access: outgoing, reconnectMs: 0 },
  "token:bob": { type: "token.accepted", access: bob, reconnectMs: 0 },
  expired: { type: "token.expired" },
  register: { type: "register" },
  unregister: { type: "unregister" },
  lapsed: { type: "presence.lapsed" },
  closed: { type: "socket.closed" },
};

function spell(before: SessionState, after: SessionState): string {
  if (after === before) {
    return "unchanged";
  }
  const known = Object.entries(states).find(([, state]) => isDeepStrictEqual(state, after));
  return known?.[0] ?? `${after.status}(${findIdentity(after)})`;
}

const table = `
                        token          token:outgoing          token:bob          expired       register         unregister     lapsed         closed
unauthenticated         authenticated  authenticated:outgoing  authenticated:bob  unchanged     unchanged        unchanged      unchanged      closed
authenticated           authenticated  authenticated:outgoing  authenticated:bob  expired       registered       unchanged      unchanged      closed
authenticated:outgoing  authenticated  authenticated:outgoing  authenticated:bob  expired       unchanged        unchanged      unchanged      closed
authenticated:bob       authenticated  authenticated:outgoing  authenticated:bob  expired(bob)  registered(bob)  unchanged      unchanged      closed
registered              registered     authenticated:outgoing  authenticated:bob  expired       unchanged        authenticated  authenticated  closed
expired                 authenticated  authenticated:outgoing  authenticated:bob  unchanged     unchanged        unchanged      unchanged      closed
closed                  unchanged      unchanged               unchanged          unchanged     unchanged        unchanged      unchanged      unchanged
`;

describe("the state table of a signalling session", () => {
  const cells = readStateTable(table);

  test("has a row for every state and a column for every event", () => {
    expect([...new Set(cells.map(([from]) => from))]).toEqual(Object.keys(states));
    expect([...new Set(cells.map(([, event]) => event))]).toEqual(Object.keys(events));
  });

  test.each(cells)("[XS30] in state %s the event %s gives %s", (from, event, cell) => {
    const before = states[from] as SessionState;

    const after = nextSessionState(before, events[event] as SessionEvent);

    expect(spell(before, after)).toBe(cell);
  });
});
