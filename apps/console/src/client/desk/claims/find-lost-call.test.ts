import { describe, expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE, BOB, STATION_ID } from "../../../testing/a-call.ts";
import { snapshotLoaded, stationOpened } from "../../store/calls-slice.ts";
import { actionSent, sessionChanged } from "../../store/desk-slice.ts";
import { createStore } from "../../store/store.ts";
import { findLostCall } from "./find-lost-call.ts";

const since = "2026-11-21T02:00:00.000Z";
const user = { id: ALICE, name: "Alice" };
const holder = { user: ALICE, name: "Alice", line: "line1" } as const;
const held = { status: "held", holder, since, unattended: false } as const;
const interrupted = { ...held, interrupted: { wasOnAir: true } };
const conference = { id: "0190a000-0000-7000-8000-0000000000c0", muted: false, onHold: false };

function find(calls: readonly Call[], { feedsAir = true, pressed = false, beside = false } = {}) {
  const store = createStore();
  const [first] = calls;
  store.dispatch(sessionChanged({ status: "authenticated", user } as never));
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(
    snapshotLoaded({ station: STATION_ID, seq: 1, calls: [...calls], telephony: "up" }),
  );
  const call = first?.id ?? "";
  if (pressed) {
    store.dispatch(actionSent({ call, action: "hang_up" }));
  }
  return findLostCall(store.getState(), {
    line: "line1",
    call,
    feedsAir: () => feedsAir,
    beside: beside ? conference.id : null,
  });
}

describe("a call whose leg the exchange has lost", () => {
  test("[CN26] comes back when the server has marked it as interrupted for this line of this person", () => {
    const call = aCall(1, { desk: interrupted });

    expect(find([call])).toEqual({ type: "interrupted", call: call.id });
    expect(find([aCall(1, { desk: { status: "on_air", holder, since } })])).toEqual({
      type: "unknown",
    });
  });

  test("[CN27] stays on hold when the person put it on hold, and is `pressed` while the answer to a press is pending", () => {
    expect(find([aCall(1, { desk: held })])).toEqual({ type: "held" });
    expect(find([aCall(1, { desk: interrupted })], { pressed: true })).toEqual({ type: "pressed" });
  });

  test("[CN27] does not go to air when it was not on air", () => {
    const offAir = aCall(1, { desk: { ...held, interrupted: { wasOnAir: false } } });

    expect(find([offAir])).toEqual({ type: "held" });
    expect(find([offAir], { feedsAir: false })).toMatchObject({ type: "interrupted" });
  });

  test("[CN27] does not come back when it has ended, is leaving, or is with a colleague", () => {
    const bob = { user: BOB, name: "Bob", line: "line1" } as const;
    const by = { user: ALICE, name: "Alice" };
    const gone: Partial<Call>[] = [
      { desk: { status: "ended", reason: "caller_hung_up", at: since } },
      { desk: interrupted, leaving: { reason: "operator_hung_up", by, until: null } },
      { desk: { ...interrupted, holder: bob } },
      { desk: interrupted, claimedBy: bob },
      { desk: { ...interrupted, holder: { ...holder, line: "line2" } } },
      { desk: { status: "waiting" } },
    ];

    expect(gone.map((change) => find([aCall(1, change)]).type)).toEqual(gone.map(() => "gone"));
    expect(find([aCall(1, { desk: { ...held, unattended: true } })])).toEqual({
      type: "unattended",
    });
  });

  test("[CN29] comes back to its conference with a member who is not on hold", () => {
    const onHold = aCall(1, { desk: held, conference: { ...conference, onHold: true } });
    const other = aCall(2, { desk: interrupted, conference });

    expect(find([onHold, other])).toEqual({ type: "interrupted", call: other.id });
  });

  test("[CN29] joins a colleague's conference again when the colleague is back in it", () => {
    const bob = { user: BOB, name: "Bob", line: "line1" } as const;
    const lost = aCall(1, { desk: { ...interrupted, holder: bob }, conference });
    const back = aCall(2, { desk: { status: "screening", holder: bob, since }, conference });
    const alone = aCall(3, { desk: { ...held, holder: bob, unattended: true }, conference });
    const findBeside = (calls: readonly Call[]) => find(calls, { beside: true });

    expect(findBeside([lost])).toEqual({ type: "unknown" });
    expect(findBeside([lost, back])).toEqual({
      type: "interrupted",
      call: back.id,
      conference: conference.id,
    });
    expect(findBeside([alone])).toEqual({ type: "unattended" });
    expect(findBeside([aCall(1, { desk: back.desk })])).toEqual({ type: "gone" });
  });
});
