import { describe, expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE, STATION_ID } from "../../../testing/a-call.ts";
import { callAnswered, snapshotLoaded, stationOpened } from "../../store/calls-slice.ts";
import { legChanged } from "../../store/desk-slice.ts";
import { createStore } from "../../store/store.ts";
import { SwitchGuard } from "./switch-guard.ts";

const since = "2026-11-21T10:00:00.000Z";
const holder = { user: ALICE, name: "Alice", line: "line1" as const };
const next = aCall(2).id;

function aGuard({ ends = true, status = "screening" as "screening" | "on_air" } = {}) {
  const store = createStore();
  const carried: Call = { ...aCall(1), desk: { status, holder, since } };
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls: [carried, aCall(2)] }));
  const leg = {
    status: "connected",
    callId: carried.id,
    since,
    muted: false,
    quality: null,
  } as const;
  store.dispatch(legChanged({ line: "line1", leg }));
  const clock = { now: 0 };
  const guard = new SwitchGuard({ store, endsOnSwitch: () => ends, now: () => clock.now });
  function notices() {
    return store.getState().desk.notices.map(({ line, words }) => ({ line, words }));
  }
  return { guard, clock, notices, store, carried };
}

describe("taking a call on a line that has one", () => {
  test("[AC16] needs a second press within 3 s when it ends that call, and shows this", () => {
    const { guard, clock, notices } = aGuard();

    expect(guard.press(next, "line1")).toBe(false);
    expect(notices()).toEqual([
      { line: "line1", words: "This ends the call with 0491 570 006. Press again to confirm" },
    ]);
    clock.now = 3_000;
    expect(guard.press(next, "line1")).toBe(false);
    clock.now = 5_999;

    expect(guard.press(next, "line1")).toBe(true);
    expect(notices()).toEqual([]);
  });

  test("[AC16] needs one press when it holds that call, and on a free line", () => {
    expect(aGuard({ ends: false }).guard.press(next, "line1")).toBe(true);
    expect(aGuard().guard.press(next, "line2")).toBe(true);
  });

  test.each([true, false])(
    "[LN94] is refused while that call is on air (setting END: %s)",
    (ends) => {
      const { guard, notices } = aGuard({ status: "on_air", ends });

      expect([guard.press(next, "line1"), guard.press(next, "line1")]).toEqual([false, false]);
      expect(notices()).toEqual([
        { line: "line1", words: "First end or hold 0491 570 006, who is on air" },
      ]);
    },
  );

  test("[LN94] is refused with a notice that closes when that call is on hold or joins a conference, and at a press on the other line", () => {
    const held = aGuard({ status: "on_air" });
    held.guard.press(next, "line1");
    const desk = { status: "held" as const, holder, since, unattended: false };
    held.store.dispatch(callAnswered({ ...held.carried, desk }));
    expect(held.notices()).toEqual([]);

    const joined = aGuard({ status: "on_air" });
    joined.guard.press(next, "line1");
    joined.store.dispatch(callAnswered({ ...joined.carried }));
    expect(joined.notices()).toHaveLength(1);
    const conference = { id: aCall(3).id, muted: false, onHold: false };
    joined.store.dispatch(callAnswered({ ...joined.carried, conference }));
    expect(joined.notices()).toEqual([]);

    const other = aGuard({ status: "on_air" });
    other.guard.press(next, "line1");
    expect(other.guard.press(next, "line2")).toBe(true);
    expect(other.notices()).toEqual([]);
  });
});
