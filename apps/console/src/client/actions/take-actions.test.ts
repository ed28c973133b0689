import { expect, test } from "vitest";

import type { Call, ShownDesk } from "@linedesk/contract";
import { aCall, ALICE, BOB } from "../../testing/a-call.ts";
import { takeActions } from "./take-actions.ts";

const since = "2026-11-21T10:00:00.000Z";
const bob = { user: BOB, name: "Bob", line: "line1" as const };
const screening: ShownDesk = { status: "screening", holder: bob, since };
const held: ShownDesk = { status: "held", holder: bob, since, unattended: false };
const { marks } = aCall(1);

test.each<[string, Partial<Call>, boolean]>([
  ["talks off air", { desk: screening }, true],
  ["holds the call", { desk: held }, true],
  ["is on air", { desk: { status: "on_air", holder: bob, since } }, false],
  ["has gone", { desk: { ...held, unattended: true } }, false],
  ["has locked it", { desk: screening, marks: { ...marks, locked: true } }, false],
  [
    "ends it",
    { desk: held, leaving: { reason: "operator_hung_up", by: bob, until: since } },
    false,
  ],
  ["offers it", { desk: held, offer: { to: bob, from: bob, until: since } }, false],
])(
  "a take-over is possible only while the colleague talks off air or holds the call: a colleague who %s",
  (_does, change, wanted) => {
    expect(takeActions.takeFrom.isPossible(aCall(1, change), ALICE)).toBe(wanted);
  },
);

test("a person's own call and a waiting call cannot be taken over", () => {
  expect(takeActions.takeFrom.isPossible(aCall(1, { desk: screening }), BOB)).toBe(false);
  expect(takeActions.takeFrom.isPossible(aCall(1), ALICE)).toBe(false);
});

test("[DS26] a locked unattended call is taken over only by the person who had it last", () => {
  const locked = { desk: { ...held, unattended: true }, marks: { ...marks, locked: true } };

  expect(takeActions.take_over.isPossible(aCall(1, locked), BOB)).toBe(true);
  expect(takeActions.take_over.isPossible(aCall(1, locked), ALICE)).toBe(false);
});
