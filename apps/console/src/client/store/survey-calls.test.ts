import fc from "fast-check";
import { expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE, BOB } from "../../testing/a-call.ts";
import { aDesk, NOW } from "../../testing/a-desk.ts";
import { legChanged } from "./desk-slice.ts";
import { isWaiting } from "./select-calls.ts";
import { selectIsOnAir, surveyCalls } from "./survey-calls.ts";

const alice = { user: ALICE, name: "Alice", line: "line1" as const };
const bob = { user: BOB, name: "Bob", line: "line1" as const };
const onAir = aCall(2, { desk: { status: "on_air", holder: bob, since: NOW } });
const offer = { to: bob, from: alice, until: NOW };

test("one pass over the calls finds waiting, on-air and offered calls for all selectors", () => {
  const calls = [aCall(1), onAir, aCall(3, { offer }), aCall(4, { claimedBy: alice })];
  const byId = Object.fromEntries(calls.map((call) => [call.id, call]));

  const { waiting, onAir: aired, offered } = surveyCalls(byId);

  expect([...waiting]).toEqual([calls[0]?.id, calls[2]?.id]);
  expect([aired, offered]).toEqual([[calls[1]], [calls[2]]]);
  expect(surveyCalls(byId).waiting).toBe(waiting);
  expect(surveyCalls({ ...byId }).waiting).not.toBe(waiting);
});

test("changed, new and ended calls lead to the same result as a pass over all calls", () => {
  const states: Partial<Call>[] = [
    {},
    { desk: { status: "on_air", holder: bob, since: NOW } },
    { offer },
    { claimedBy: alice },
    { desk: { status: "held", holder: bob, since: NOW, unattended: false }, offer },
  ];
  const all = states.flatMap((state, at) => [aCall(at * 2, state), aCall(at * 2 + 1, state)]);
  const ids = [...new Set(all.map(({ id }) => id))];
  const change = fc.record({
    id: fc.constantFrom(...ids),
    state: fc.option(fc.constantFrom(...states), { nil: null }),
  });
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 12 }), (steps) => {
      let byId: Record<string, Call> = {};
      for (const changes of steps) {
        byId = { ...byId };
        for (const { id, state } of changes) {
          const { [id]: _, ...others } = byId;
          byId = state === null ? others : { ...others, [id]: { ...aCall(1, state), id } };
        }
        const calls = Object.values(byId);
        const survey = surveyCalls(byId);
        const aired = calls.filter(({ desk }) => desk.status === "on_air");
        const waits = calls.filter((call) => !aired.includes(call) && isWaiting(call));
        expect([...survey.waiting].toSorted()).toEqual(waits.map(({ id }) => id).toSorted());
        expect(new Set(survey.onAir)).toEqual(new Set(aired));
        expect(new Set(survey.offered)).toEqual(new Set(calls.filter((call) => call.offer)));
      }
    }),
  );
});

test("[SN42] a call on air is the person's own when they hold it or their line carries it", () => {
  const { store } = aDesk({}, { calls: [onAir] });

  expect(selectIsOnAir(store.getState())).toBe(false);
  const leg = { status: "connecting" as const, callId: onAir.id, since: NOW, muted: false };
  store.dispatch(legChanged({ line: "line1", leg }));

  expect(selectIsOnAir(store.getState())).toBe(true);
});
