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
const mute: VoiceAccess = { ...alice, mayReceive: false };
const bob: VoiceAccess = { ...alice, identity: "bob" };

const states: Record<string, SessionState> = {
  strange: { status: "unauthenticated" },
  known: { status: "authenticated", access: alice, reconnectMs: 0 },
  "known:mute": { status: "authenticated", access: mute, reconnectMs: 0 },
  "known:bob": { status: "authenticated", access: bob, reconnectMs: 0 },
  registered: { status: "registered", access: alice, reconnectMs: 0 },
  expired: { status: "expired", identity: "alice", isAnonymous: false, reconnectMs: 0 },
  closed: { status: "closed" },
};
const events: Record<string, SessionEvent> = {
  token: { type: "token.accepted", access: alice, reconnectMs: 0 },
  "token:mute": { type: "token.accepted", access: mute, reconnectMs: 0 },
  "token:bob": { type: "token.accepted", access: bob, reconnectMs: 0 },
  expired: { type: "token.expired" },
  register: { type: "register" },
  unregister: { type: "unregister" },
  lapsed: { type: "presence.lapsed" },
  closed: { type: "socket.closed" },
};

function spell(before: SessionState, after: SessionState): string {
  if (after === before) {
    return ".";
  }
  const known = Object.entries(states).find(([, state]) => isDeepStrictEqual(state, after));
  return known?.[0] ?? `${after.status}(${findIdentity(after)})`;
}

const table = `
            token       token:mute  token:bob  expired  register    unregister  lapsed  closed
strange     known       known:mute  known:bob  .        .           .           .       closed
known       known       known:mute  known:bob  expired  registered  .           .       closed
known:mute  known       known:mute  known:bob  expired  .           .           .       closed
known:bob   known       known:mute  known:bob  expired(bob)        registered(bob)           .           .       closed
registered  registered  known:mute  known:bob  expired  .           known       known   closed
expired     known       known:mute  known:bob  .        .           .           .       closed
closed      .           .           .          .        .           .           .       .
`;

describe("the states of a signalling session", () => {
  const cells = readStateTable(table);

  test("have a row for every state and a column for every event", () => {
    expect([...new Set(cells.map(([from]) => from))]).toEqual(Object.keys(states));
    expect([...new Set(cells.map(([, event]) => event))]).toEqual(Object.keys(events));
  });

  test.each(cells)("[XS30] %s on %s gives %s", (from, event, cell) => {
    const before = states[from] as SessionState;

    const after = nextSessionState(before, events[event] as SessionEvent);

    expect(spell(before, after)).toBe(cell);
  });
});
