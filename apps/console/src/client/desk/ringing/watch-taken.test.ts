import { expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE, BOB } from "../../../testing/a-call.ts";
import { aDesk, NOW } from "../../../testing/a-desk.ts";
import { callAnswered } from "../../store/calls-slice.ts";
import { watchTaken } from "./watch-taken.ts";

const me = { user: ALICE, name: "Alice", line: "line1" as const };
const bob = { user: BOB, name: "Bob", line: "line1" as const };
const held: Call = aCall(1, {
  desk: { status: "held", holder: me, since: NOW, unattended: false },
});
const taken: Call = { ...held, desk: { status: "screening", holder: bob, since: NOW } };

function noticesAfter(...states: Call[]): string[] {
  const { store } = aDesk({}, { calls: [held] });
  const stop = watchTaken(store);
  states.forEach((call) => store.dispatch(callAnswered(call)));
  stop();
  return store.getState().desk.notices.map(({ words }) => words);
}

test("the line of a held caller shows which colleague has taken over the caller", () => {
  expect(noticesAfter({ ...held }, taken)).toEqual(["Bob has taken over 0491 570 006"]);
});

test("a colleague who takes an offered call, and the person's own resume, cause no notice", () => {
  const offered = { ...held, offer: { to: bob, from: me, until: NOW } };
  expect(noticesAfter({ ...held }, offered, taken)).toEqual([]);
  const resumed: Call = { ...held, desk: { status: "screening", holder: me, since: NOW } };
  expect(noticesAfter({ ...held }, resumed, taken)).toEqual([]);
});
