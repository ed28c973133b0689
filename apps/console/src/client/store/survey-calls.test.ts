import { expect, test } from "vitest";

import { aCall, ALICE, BOB } from "../../testing/a-call.ts";
import { aDesk, NOW } from "../../testing/a-desk.ts";
import { legChanged } from "./desk-slice.ts";
import { selectIsOnAir, surveyCalls } from "./survey-calls.ts";

const alice = { user: ALICE, name: "Alice", line: "line1" as const };
const bob = { user: BOB, name: "Bob", line: "line1" as const };
const onAir = aCall(2, { desk: { status: "on_air", holder: bob, since: NOW } });
const offer = { to: bob, from: alice, until: NOW };

test("calls are gone through once for all who ask: who waits on a telephone, is on air, is offered", () => {
  const calls = [aCall(1), onAir, aCall(3, { offer }), aCall(4, { claimedBy: alice })];
  const byId = Object.fromEntries(calls.map((call) => [call.id, call]));

  const { waiting, onAir: aired, offered } = surveyCalls(byId);

  expect([...waiting]).toEqual([calls[0]?.id, calls[2]?.id]);
  expect([aired, offered]).toEqual([[calls[1]], [calls[2]]]);
  expect(surveyCalls(byId).waiting).toBe(waiting);
  expect(surveyCalls({ ...byId }).waiting).not.toBe(waiting);
});

test("[SN42] a call on air is mine where I have it, or where my line carries it", () => {
  const { store } = aDesk({}, { calls: [onAir] });

  expect(selectIsOnAir(store.getState())).toBe(false);
  const leg = { status: "connecting" as const, callId: onAir.id, since: NOW, muted: false };
  store.dispatch(legChanged({ line: "line1", leg }));

  expect(selectIsOnAir(store.getState())).toBe(true);
});
