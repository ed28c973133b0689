import { expect, test } from "vitest";

import type { DeviceLine } from "@linedesk/contract";
import { aCall, ALICE, anAirState } from "../../../testing/a-call.ts";
import { aDesk, NOW } from "../../../testing/a-desk.ts";
import { legChanged } from "../../store/desk-slice.ts";
import { selectDialLine, selectIsOccupied } from "./select-dial-line.ts";

const onAir = aCall(1, { desk: anAirState(ALICE) });
const other = aCall(2);

function stateWith(lines: Partial<Record<DeviceLine, string>>) {
  const { store } = aDesk({}, { calls: [onAir, other] });
  for (const [line, callId] of Object.entries(lines)) {
    const leg = { status: "connected" as const, callId, since: NOW, muted: false, quality: null };
    store.dispatch(legChanged({ line: line === "line1" ? "line1" : "line2", leg }));
  }
  return store.getState();
}

test("[OB12] while the selected line has a call on air, a number is dialled on the free other line", () => {
  expect(selectDialLine(stateWith({ line1: onAir.id }))).toBe("line2");
});

test("[OB12] a number is dialled on the selected line if no call on air occupies this line, or if both lines are in use", () => {
  expect(selectDialLine(stateWith({}))).toBe("line1");
  expect(selectDialLine(stateWith({ line1: other.id }))).toBe("line1");
  const both = stateWith({ line1: onAir.id, line2: other.id });
  expect(selectDialLine(both)).toBe("line1");
  expect(selectIsOccupied(both, "line1")).toBe(true);
});
