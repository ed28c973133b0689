import { expect, test } from "vitest";

import { aCall } from "../../../testing/a-call.ts";
import { aDesk } from "../../../testing/a-desk.ts";

test("an action that only changes a call is announced if `actionWords` has the announcement", async () => {
  const call = aCall(1);
  const { actions, store } = aDesk({});
  const change = { call: call.id, ask: () => Promise.resolve({ call }) };

  await actions.change({ ...change, action: "call_back" });
  expect(store.getState().desk.lastAction).toBeNull();
  await actions.change({ ...change, action: "lock" });

  expect(store.getState().desk.lastAction?.action).toMatchObject({
    type: "lock",
    name: "0491 570 006",
  });
});
