import { expect, test } from "vitest";

import type { Call } from "../calls/calls.ts";
import {
  findTakeable,
  reservesReadyForAir,
  reservesWaitingForScreeners,
  listTakeable,
} from "./list-takeable.ts";

const me = "0190a000-0000-7000-8000-00000000000a";
const bob = "0190a000-0000-7000-8000-00000000000b";

function aCall(id: string, over: Partial<Call>): Call {
  const marks = { next: false, locked: false, pinned: false, verified: false };
  const arrivedAt = "2026-11-21T10:00:00.000Z";
  const call = { id, desk: { status: "waiting" }, claimedBy: null, marks, phoneLine: null };
  const free = { offer: null, leaving: null, caller: { flagIds: [] } };
  return { ...call, ...free, position: null, arrivedAt, ...over } as unknown as Call;
}

function alone(id: string, user: string, since: string): Call {
  const holder = { user, name: "", line: "line1" as const };
  return aCall(id, { desk: { status: "held", holder, since, unattended: true } });
}

test("[QU2] a person's own unattended callers come first, then other unattended callers, then the one order", () => {
  const calls = [
    aCall("waits", {}),
    aCall("ready", { desk: { status: "ready", since: "2026-11-21T10:01:00.000Z" } }),
    alone("bob-late", bob, "2026-11-21T10:09:00.000Z"),
    alone("bob-early", bob, "2026-11-21T10:03:00.000Z"),
    alone("mine", me, "2026-11-21T10:08:00.000Z"),
  ];

  expect(listTakeable(calls, me).map(({ id }) => id)).toEqual([
    "mine",
    "bob-early",
    "bob-late",
    "ready",
    "waits",
  ]);
});

test("[QU2] a call that another person has, holds or is about to take is not listed", () => {
  const holder = { user: bob, name: "Bob", line: "line1" as const };
  const since = "2026-11-21T10:00:00.000Z";
  const calls = [
    aCall("claimed", { claimedBy: holder }),
    aCall("held", { desk: { status: "held", holder, since, unattended: false } }),
    aCall("talks", { desk: { status: "screening", holder, since } }),
    { ...alone("being-taken", bob, since), claimedBy: holder },
  ];

  expect(listTakeable(calls, me)).toEqual([]);
});

const nuisance = "0190a000-0000-7000-8000-0000000000f1";
const ready = { desk: { status: "ready", since: "2026-11-21T10:01:00.000Z" } } as const;

function flagged(id: string, over: Partial<Call> = {}): Call {
  return aCall(id, { caller: { flagIds: [nuisance] } as unknown as Call["caller"], ...over });
}

test("[QU2] Next takes unattended calls first, and skips callers who are hidden at the seat", () => {
  const calls = [flagged("hidden"), aCall("seen", {}), alone("unattended", bob, "")];
  const hidden = new Set([nuisance]);

  expect(listTakeable(calls, me).map(({ id }) => id)).toEqual(["unattended", "hidden", "seen"]);
  expect(listTakeable(calls, me, { hidden }).map(({ id }) => id)).toEqual(["unattended", "seen"]);
});

test("[QU3] waiting callers are reserved for a screener at a seat, except a caller marked next", () => {
  const marks = { next: true, locked: false, pinned: false, verified: false };
  const calls = [aCall("waits", {}), aCall("ready", ready), aCall("next", { marks })];

  const left = listTakeable(calls, me, { reservesWaiting: true });

  expect(left.map(({ id }) => id)).toEqual(["next", "ready"]);
  expect(reservesWaitingForScreeners("presenter", ["presenter", "screener"])).toBe(true);
  expect(reservesWaitingForScreeners("screener", ["screener"])).toBe(false);
  expect(reservesWaitingForScreeners("producer", ["presenter", "owner"])).toBe(false);
});

test("[QU2] an offered or leaving call is not listed", () => {
  const since = "2026-11-21T10:00:00.000Z";
  const from = { user: bob, name: "Bob", line: "line1" as const };
  const offer = { to: { user: me, name: "" }, from, until: since };
  const leaving = { reason: "rejected" as const, by: null, until: since };

  expect(listTakeable([aCall("offered", { offer }), aCall("goes", { leaving })], me)).toEqual([]);
});

test("[QU2] [QU16] findTakeable finds the first call of the list, and counts the hidden callers before it", () => {
  const calls = [
    flagged("hidden-ready", ready),
    aCall("ready", ready),
    flagged("hidden-waits"),
    aCall("waits", {}),
    alone("bob-late", bob, "2026-11-21T10:09:00.000Z"),
    alone("bob-early", bob, "2026-11-21T10:03:00.000Z"),
  ];
  const hidden = new Set([nuisance]);

  for (const [from, to] of [
    [0, 6],
    [0, 4],
    [0, 1],
    [2, 4],
  ]) {
    const ordered = calls.slice(from, to);
    const all = listTakeable(ordered, me);
    const [call = null] = listTakeable(ordered, me, { hidden });
    const skipped = call === null ? all.length : all.findIndex(({ id }) => id === call.id);
    expect(findTakeable(ordered, me, { hidden })).toEqual({ call, skipped });
  }
  expect(findTakeable([flagged("one"), flagged("two")], me, { hidden })).toEqual({
    call: null,
    skipped: 2,
  });
});

test("[QU3] a screener's Next skips ready callers while a person at a seat may put callers to air", () => {
  const calls = [aCall("ready", ready), aCall("waits", {})];

  expect(listTakeable(calls, me, { reservesReady: true }).map(({ id }) => id)).toEqual(["waits"]);
  expect(reservesReadyForAir("screener", ["screener", "presenter"])).toBe(true);
  expect(reservesReadyForAir("screener", ["screener"])).toBe(false);
  expect(reservesReadyForAir("producer", ["presenter", "producer"])).toBe(false);
});
