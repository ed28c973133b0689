import { expect, test } from "vitest";

import { aCall } from "../../../testing/a-call.ts";
import { aDesk, refused } from "../../../testing/a-desk.ts";

const call = aCall(1);

test("[CL21] an edit carries the value that the person saw, and a refusal keeps the person's text", async () => {
  const words = "Bob changed this in the meantime. It is “Kim” now.";
  const { actions, store, sent } = aDesk({ nameCaller: refused("call_gone", words) });

  await actions.editCaller(call.id, "name", "Kimberly", "");

  expect(sent.at(-1)).toEqual(["nameCaller", { call: call.id, name: "Kimberly", seen: "" }]);
  expect(store.getState().desk.edits).toEqual({
    [`${call.id}:name`]: { status: "failed", value: "Kimberly", words },
  });
});

test("an edit is saving until the answer, and a refused edit has failed with the reason", async () => {
  const { actions, store } = aDesk({ nameCaller: refused("call_gone", "The caller is gone") });

  const saving = actions.editCaller(call.id, "name", "Kim");
  expect(store.getState().desk.edits).toEqual({
    [`${call.id}:name`]: { status: "saving", value: "Kim" },
  });
  await saving;

  expect(store.getState().desk.edits).toEqual({
    [`${call.id}:name`]: {
      status: "failed",
      value: "Kim",
      words: "The caller is gone",
    },
  });
});
