import { expect, test } from "vitest";

import type { Call, CutOff } from "@linedesk/contract";
import { aCall, anAirState, ALICE } from "../../testing/a-call.ts";
import { NOW } from "../../testing/a-desk.ts";
import { choosePrivateLine, describeRow, findLostOn } from "./cut-off-row.ts";

function aCutOff(some: Partial<CutOff> = {}): CutOff {
  const call = aCall(1, { desk: { status: "ended", reason: "exchange_lost", at: NOW } });
  return {
    call,
    was: "ringing",
    holder: null,
    since: NOW,
    at: NOW,
    again: null,
    released: false,
    ...some,
  };
}

function again(call: Call, more: Partial<NonNullable<CutOff["again"]>> = {}): CutOff {
  const later = { call: call.id, direction: call.direction, answered: false, ended: false };
  return aCutOff({ again: { ...later, ...more } });
}

const other = aCall(2);
const alice = { user: ALICE, name: "Alice", line: "line1" as const };

test("[DS105] a caller with a number can be called back, and a caller without a number can only be removed from the list", () => {
  const withheld = aCutOff();
  withheld.call = { ...withheld.call, caller: { ...withheld.call.caller, number: null } };

  expect(describeRow(aCutOff(), [other]).type).toBe("open");
  expect(describeRow(withheld, [other]).type).toBe("noNumber");
  expect(describeRow(aCutOff({ released: true }), [other]).type).toBe("released");
});

test("[DS105] a row says that the caller has called again, with the place in the queue", () => {
  const waits = aCall(3);
  const bridged = aCall(3, { desk: anAirState(ALICE) });

  expect(describeRow(again(waits), [other, waits])).toEqual({ type: "rangAgain", position: 2 });
  expect(describeRow(again(bridged), [other, bridged])).toEqual({
    type: "rangAgain",
    position: null,
  });
  expect(describeRow(again(waits, { ended: true }), [])).toEqual({
    type: "rangAgain",
    position: null,
  });
});

test("[DS105] a row says who calls the caller back, or that the caller waits for the call or has been called back", () => {
  const placed = aCall(3, { direction: "outbound", callState: "ringing" });
  const rings = { ...placed, desk: { status: "screening" as const, holder: alice, since: NOW } };
  const bridged = { ...rings, answeredAt: NOW };

  expect(describeRow(again(placed), [placed])).toEqual({ type: "queued", position: 1 });
  expect(describeRow(again(rings), [rings])).toEqual({ type: "rings", by: "Alice", since: NOW });
  expect(describeRow(again(bridged, { answered: true }), [bridged])).toEqual({ type: "rungBack" });
  expect(describeRow(again(placed, { answered: true, ended: true }), [])).toEqual({
    type: "rungBack",
  });
});

test("[DS105] a caller is called back on a line that does not feed the air, if there is one", () => {
  expect(choosePrivateLine("line2", { line1: false, line2: true })).toBe("line1");
  expect(choosePrivateLine("line1", { line1: false, line2: true })).toBe("line1");
  expect(choosePrivateLine("line2", { line1: true, line2: true })).toBe("line2");
});

test("[DS106] a line shows its operator the caller who was cut off there, until the caller is removed from the list", () => {
  const mine = { holder: alice, was: "line" as const };
  const seat = { user: ALICE, line: "line1" as const };

  expect(findLostOn([aCutOff(), aCutOff(mine)], seat)).toMatchObject({ was: "line" });
  expect(findLostOn([aCutOff(mine)], { ...seat, line: "line2" })).toBeNull();
  expect(findLostOn([aCutOff(mine)], { ...seat, user: "another" })).toBeNull();
  expect(findLostOn([aCutOff({ ...mine, released: true })], seat)).toBeNull();
});
