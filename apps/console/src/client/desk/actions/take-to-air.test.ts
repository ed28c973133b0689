import { expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE } from "../../../testing/a-call.ts";
import { aDesk, NOW } from "../../../testing/a-desk.ts";

const call = aCall(1);
const claim = { id: "0190f3c4-7a1b-4c3d-8e4f-0123456789ad", line: "line1", expiresAt: NOW };

test("[LN95] taking a caller to air is announced with the name, and again if the server chooses another caller", async () => {
  const named = { ...call, caller: { ...call.caller, name: "Sam" } };
  const other = { ...aCall(2), caller: { ...aCall(2).caller, name: "Lee" } };
  const answers: Record<string, unknown> = { handleCall: { call: named, claim } };
  const over = { calls: [named, other], airLine: "line1" as const };
  const { actions, store, softphones } = aDesk(answers, over);
  const announced = () => store.getState().desk.lastAction?.action;

  const taking = actions.takeNext(named, "line1");
  expect(announced()).toMatchObject({ type: "take_next", name: "Sam" });
  await taking;
  expect(store.getState().desk.lastAction?.count).toBe(1);

  await softphones.line1.disconnect();
  answers["handleCall"] = { call: other, claim };
  await actions.takeNext(named, "line1");
  expect(announced()).toMatchObject({ type: "take_next", name: "Lee" });
});

test("[LN95] a press on a line that does not feed the air is not announced as going to air", async () => {
  const { actions, store } = aDesk({ handleCall: { call, claim } }, { airLine: "line2" });

  await actions.takeNext(call, "line1");

  expect(store.getState().desk.lastAction).toBeNull();
});

test("[LN97] dump mode names the call on air that Next ends, and only that call", async () => {
  const holder = { user: ALICE, name: "Alice", line: "line1" as const };
  const onAir: Call = { ...aCall(3), desk: { status: "on_air", holder, since: NOW } };
  const next = aCall(2);
  const answers: Record<string, unknown> = { handleCall: { call: next, claim } };
  const desk = aDesk(answers, { calls: [onAir, next], airLine: "line1" });
  await desk.softphones.line1.connect({ callId: onAir.id, claim: "claim", muted: false });

  await desk.actions.takeNext(next, "line1", call.id);
  await desk.actions.takeNext(next, "line1");
  expect(desk.sent).toEqual([]);
  expect(desk.softphones.line1.leg?.callId).toBe(onAir.id);

  await desk.actions.takeNext(next, "line1", onAir.id);
  expect(desk.sent).toEqual([
    ["handleCall", expect.objectContaining({ action: "take_next", ends: onAir.id })],
  ]);
  expect(desk.softphones.line1.leg?.callId).toBe(next.id);
});
