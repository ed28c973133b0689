import { expect, test } from "vitest";

import { aCall } from "../../testing/a-call.ts";
import { aDesk, NOW } from "../../testing/a-desk.ts";
import { keysMoved, legChanged, lineSelected, panelChanged } from "./desk-slice.ts";
import { selectKeyCall } from "./select-key-call.ts";

const calls = [1, 2, 3].map((number) => aCall(number));
const [kim = "", lee = "", max = ""] = calls.map(({ id }) => id);

function aSeat() {
  const { store } = aDesk({}, { calls });
  const acts = () => selectKeyCall(store.getState());
  function connect(line: "line1" | "line2", callId: string): void {
    const leg = { status: "connecting" as const, callId, muted: false, since: NOW };
    store.dispatch(legChanged({ line, leg }));
  }
  return { store, acts, connect };
}

test("[KY52] the keys act on the caller in the panel, and then on the caller who comes to the selected line", () => {
  const { store, acts, connect } = aSeat();
  expect(acts()).toBe(kim);
  store.dispatch(panelChanged({ type: "opened", call: max }));
  expect(acts()).toBe(max);

  connect("line2", kim);
  expect(acts()).toBe(max);
  connect("line1", lee);

  expect(acts()).toBe(lee);
});

test("[KY52] the keys act on the row to which the person has moved the cursor since the call came", () => {
  const { store, acts, connect } = aSeat();
  connect("line1", lee);

  store.dispatch(keysMoved(max));
  expect(acts()).toBe(max);
  connect("line1", lee);
  expect(acts()).toBe(max);
  store.dispatch(keysMoved(null));

  expect(acts()).toBe(lee);
});

test("[KY52] selecting a line, or moving the focus to the panel, makes the keys act on its caller", () => {
  const { store, acts, connect } = aSeat();
  connect("line1", lee);
  connect("line2", kim);
  store.dispatch(keysMoved(max));

  store.dispatch(lineSelected("line2"));
  expect(acts()).toBe(kim);
  store.dispatch(panelChanged({ type: "focused", call: lee }));

  expect(acts()).toBe(lee);
});
