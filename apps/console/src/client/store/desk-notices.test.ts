import { expect, test } from "vitest";

import { aCall } from "../../testing/a-call.ts";
import { aDesk, NOW } from "../../testing/a-desk.ts";
import { legChanged, noticed } from "./desk-slice.ts";

const [kim = "", lee = ""] = [1, 2].map((number) => aCall(number).id);

test("a notice about a call on a line ends when the call leaves the line, and others stay", () => {
  const { store } = aDesk({}, { calls: [] });
  function note(id: string, line: "line1" | "line2" | null) {
    store.dispatch(noticed({ id, tone: "failure", words: id, code: null, line }));
  }
  const leg = { status: "connecting" as const, callId: kim, muted: false, since: NOW };
  store.dispatch(legChanged({ line: "line2", leg }));
  note(`accept:${kim}`, "line2");
  note(`accept:${lee}`, "line2");
  note(`edit:${kim}`, null);

  store.dispatch(legChanged({ line: "line2", leg: null }));

  const ids = store.getState().desk.notices.map(({ id }) => id);
  expect(ids).toEqual([`accept:${lee}`, `edit:${kim}`]);
});
