import { describe, expect, test } from "vitest";

import { arrivedState, type DeskEvent, type DeskLeg, type DeskState } from "./desk-state.ts";
import { nextDeskState } from "./next-desk-state.ts";

const at = "2026-11-21T02:00:00.000Z";
const until = "2026-11-21T02:00:10.000Z";
const alice = {
  user: "019f0000-0000-7000-8000-000000000001",
  name: "Alice",
  line: "line1",
} as const;
const leg: DeskLeg = { sid: "CA1", holder: alice, feedsAir: true };
const cutOff: DeskEvent = { type: "operator.cut_off", leg: leg.sid, until, at };
const onAir: DeskState = {
  status: "on_air",
  since: at,
  leg,
  verified: false,
  leaving: null,
  claim: null,
  goneLegs: [],
};

function follow(state: DeskState, ...events: DeskEvent[]): DeskState {
  return events.reduce(nextDeskState, state);
}

describe("a call whose operator the exchange has cut off", () => {
  test("[CA53] waits for its holder, but stays on hold if it already was on hold", () => {
    const waits = follow(onAir, cutOff);
    const held = follow(onAir, { type: "caller.held", at }, cutOff);

    const common = { status: "held", holder: alice, leg: null, unattended: false };
    expect(waits).toMatchObject({ ...common, interruption: { until, wasOnAir: true } });
    expect(held).toMatchObject(common);
    expect(held).not.toHaveProperty("interruption");
  });

  test("[CA53] is unattended when its time is over, but not when its holder puts it on hold", () => {
    const waits = follow(onAir, cutOff);

    const lapsed = follow(waits, { type: "interruption.over", unattended: true });
    const held = follow(waits, { type: "interruption.over", unattended: false });

    expect([lapsed, held]).toMatchObject([{ unattended: true }, { unattended: false }]);
    expect(follow(lapsed, { type: "interruption.over", unattended: false })).toBe(lapsed);
  });

  test("[CA53] is with its holder again when the holder's new leg has joined, and then has no time limit", () => {
    const again: DeskLeg = { ...leg, sid: "CA7" };

    const joined = follow(onAir, cutOff, { type: "operator.joined", leg: again });
    const back = follow(joined, { type: "caller.resumed", leg: again, at });

    expect(joined).toMatchObject({ status: "held", leg: again, interruption: { until } });
    expect(back).toMatchObject({ status: "on_air", leg: again });
    expect(back).not.toHaveProperty("interruption");
  });

  test("[CA52] waits in the queue if its caller was not yet connected", () => {
    const joining = follow(arrivedState, { type: "operator.joined", leg });

    expect(follow(joining, cutOff)).toMatchObject({ status: "waiting", leg: null });
  });
});
