import { expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE, BOB } from "../../testing/a-call.ts";
import type { ActingDesk } from "./desk-action.ts";
import { leaveActions } from "./leave-actions.ts";

const since = "2026-11-21T10:00:00.000Z";
const holder = { user: ALICE, name: "Alice", line: "line2" as const };
const held = aCall(1, { desk: { status: "held", holder, since, unattended: false } });

test.each<[string, Call, boolean]>([
  ["whom the person holds", held, true],
  ["who talks", aCall(1, { desk: { status: "screening", holder, since } }), false],
  ["who is on air", aCall(1, { desk: { status: "on_air", holder, since } }), false],
  ["who waits", aCall(1), false],
  [
    "whose call ends already",
    { ...held, leaving: { reason: "operator_hung_up", by: holder, until: since } },
    false,
  ],
])(
  "[LN101] the row's menu ends only the call of a caller whom the person holds: a caller %s",
  (_who, call, wanted) => {
    expect(leaveActions.end_held.isPossible(call, ALICE)).toBe(wanted);
    expect(leaveActions.end_held.isPossible(call, BOB)).toBe(false);
  },
);

test("[LN101] the row's menu ends a held call, and the request names the line on which it was", async () => {
  const ended: unknown[] = [];
  const actions = { hangUp: async (...named: unknown[]) => void ended.push(named) };

  await leaveActions.end_held.run({ actions } as unknown as ActingDesk, held);

  expect(ended).toEqual([[held.id, "line2"]]);
});
