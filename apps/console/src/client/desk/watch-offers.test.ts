import { describe, expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE, BOB } from "../../testing/a-call.ts";
import { aDesk, NOW } from "../../testing/a-desk.ts";
import { callAnswered } from "../store/calls-slice.ts";
import { actionSent } from "../store/desk-slice.ts";
import { watchOffers } from "./watch-offers.ts";

const me = { user: ALICE, name: "Alice", line: "line1" as const };
const bob = { user: BOB, name: "Bob", line: "line1" as const };
const held: Call = aCall(1, {
  desk: { status: "held", holder: me, since: NOW, unattended: false },
});
const offered: Call = { ...held, offer: { to: bob, from: me, until: NOW } };

describe("[LN32] a call that was offered", () => {
  function wordsAfter(next: Call, { takenBack = false } = {}): string[] {
    const { store } = aDesk({}, { calls: [held] });
    const stop = watchOffers(store);
    store.dispatch(callAnswered(offered));
    if (takenBack) {
      store.dispatch(actionSent({ call: held.id, action: "undo" }));
    }
    store.dispatch(callAnswered(next));
    stop();
    return store.getState().desk.notices.map(({ words }) => words);
  }

  test("and comes back was not taken, which its line says", () => {
    expect(wordsAfter(held)).toEqual(["Bob did not take 0491 570 006"]);
  });

  test("needs no words when it was taken, taken back, or has ended", () => {
    expect(wordsAfter({ ...held, desk: { status: "screening", holder: bob, since: NOW } })).toEqual(
      [],
    );
    expect(wordsAfter(held, { takenBack: true })).toEqual([]);
    const ended: Call = {
      ...held,
      desk: { status: "ended", reason: "caller_hung_up", at: NOW },
    };
    expect(wordsAfter(ended)).toEqual([]);
  });
});
