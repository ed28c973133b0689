import { expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE, BOB } from "../../../testing/a-call.ts";
import { aDesk, NOW } from "../../../testing/a-desk.ts";
import { callAnswered } from "../../store/calls-slice.ts";
import { panelChanged } from "../../store/desk-slice.ts";
import { showOfferedCaller } from "./show-offered-caller.ts";

const me = { user: ALICE, name: "Alice", line: "line1" as const };
const bob = { user: BOB, name: "Bob", line: "line1" as const };
const held: Call = aCall(1, {
  desk: { status: "held", holder: bob, since: NOW, unattended: false },
});
const offered: Call = { ...held, offer: { to: me, from: bob, until: NOW } };

function shownAfter(next: Call, use: "focused" | "pinned" | null = null): (string | null)[] {
  const { store } = aDesk({}, { calls: [held, aCall(2)] });
  const stop = showOfferedCaller(store);
  if (use !== null) {
    store.dispatch(panelChanged({ type: use, call: aCall(2).id }));
  }
  store.dispatch(callAnswered(offered));
  const rung = store.getState().desk.selected_call;
  store.dispatch(callAnswered(next));
  stop();
  return [rung, store.getState().desk.selected_call];
}

test("[CL30] an offered call that rings on the person's line opens its caller until another person has the call", () => {
  expect(shownAfter(offered)).toEqual([held.id, held.id]);
  expect(shownAfter(held)).toEqual([held.id, null]);
});

test("[CL30] a panel that is pinned or in use keeps its caller", () => {
  const other = aCall(2).id;

  expect(shownAfter(held, "focused")).toEqual([other, other]);
  expect(shownAfter(held, "pinned")).toEqual([other, other]);
});
