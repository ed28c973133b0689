import { expect, test } from "vitest";

import { aCall } from "../../../testing/a-call.ts";
import { aDesk } from "../../../testing/a-desk.ts";
import { callAnswered } from "../../store/calls-slice.ts";
import { createFieldUndo } from "./field-undo.ts";

const kim = aCall(1, { description: "bus lanes" });
const edit = { call: kim.id, field: "point", from: "bus", to: "bus lanes" } as const;

test("[KY6] undo restores the text of a field that Esc has left", async () => {
  const answer = { describeCall: { call: { ...kim, description: "bus" } } };
  const { store, actions, undo, sent } = aDesk(answer, { calls: [kim] });
  undo.add(createFieldUndo({ store, actions }, edit));

  expect(await undo.undoLast()).toBe(true);

  expect(sent).toEqual([["describeCall", { call: kim.id, description: "bus", seen: "bus lanes" }]]);
});

test("[KY6] undo leaves a text that a colleague has changed since", async () => {
  const { store, actions, undo, sent } = aDesk({}, { calls: [kim] });
  undo.add(createFieldUndo({ store, actions }, edit));

  store.dispatch(callAnswered({ ...kim, description: "bus lanes on Main Street" }));

  expect(await undo.undoLast()).toBe(false);
  expect(sent).toEqual([]);
});
