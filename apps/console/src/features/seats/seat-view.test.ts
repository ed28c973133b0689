import { expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE, BOB } from "../../testing/a-call.ts";
import { viewSeats } from "./seat-view.ts";

const since = "2026-11-21T10:00:00.000Z";
const holder = { user: BOB, name: "Bob", line: "line2" as const };
const members = [
  { user: BOB, name: "Bob", role: "presenter" as const },
  { user: ALICE, name: "Alice", role: "screener" as const },
];
const seat = { asleep: false, lines: { line1: true, line2: false } };

function view(calls: Call[], asleep = false) {
  const byUser = { [BOB]: { user: BOB, ...seat, asleep } };
  return viewSeats({ members, byUser, calls, me: ALICE });
}

test("[SH28] every member has a seat, in the order of names, with the state of the lines", () => {
  const [alice, bob] = view([aCall(1, { desk: { status: "screening", holder, since } })]);

  expect(alice).toMatchObject({ name: "Alice", mine: true, asleep: false });
  expect(alice?.lines.map(({ state }) => state)).toEqual(["off", "off"]);
  expect(bob).toMatchObject({ name: "Bob", role: "presenter", mine: false });
  expect(bob?.lines).toEqual([
    { line: "line1", state: "idle", caller: null },
    { line: "line2", state: "on_line", caller: "0491 570 006" },
  ]);
});

test("[SH28] a held call differs from a call on air, and an unattended call belongs to no seat", () => {
  function stateOf(desk: Call["desk"]) {
    return view([aCall(1, { desk })])[1]?.lines[1]?.state;
  }

  expect(stateOf({ status: "held", holder, since, unattended: false })).toBe("held");
  expect(stateOf({ status: "on_air", holder, since })).toBe("on_air");
  expect(stateOf({ status: "held", holder, since, unattended: true })).toBe("off");
});

test("[SH28] a line on air shows the caller on air, and not a caller whom the same person has on hold", () => {
  const held = aCall(1, { desk: { status: "held", holder, since, unattended: false } });
  const onAir = aCall(2, { desk: { status: "on_air", holder, since } });

  for (const calls of [
    [held, onAir],
    [onAir, held],
  ]) {
    const line = view(calls)[1]?.lines[1];
    expect(line).toMatchObject({ state: "on_air", caller: onAir.caller.numberDisplay });
  }
});

test("[SH28] a seat without a heartbeat is shown as asleep", () => {
  expect(view([], true)[1]).toMatchObject({ name: "Bob", asleep: true });
});
