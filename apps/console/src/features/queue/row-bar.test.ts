import { expect, test } from "vitest";

import type { DisplayState } from "../../lib/display-state.ts";
import type { QueueRowView } from "./queue-filter.ts";
import { chooseRowBar } from "./row-bar.ts";

function aRow(state: DisplayState, over: Partial<QueueRowView> = {}, warned = false): QueueRowView {
  return {
    call: { caller: { warning: warned ? { kind: "warning", reason: "hoax" } : null } },
    state,
    with: null,
    mine: false,
    ...over,
  } as QueueRowView;
}

test("[CO3] free and own calls have a solid bar, calls elsewhere a dashed one", () => {
  expect(chooseRowBar(aRow("ringing"))).toBe("solid");
  expect(chooseRowBar(aRow("on_line", { with: { name: "You", line: "line1" }, mine: true }))).toBe(
    "solid",
  );
  expect(chooseRowBar(aRow("elsewhere", { with: { name: "Bob", line: "line1" } }))).toBe("dashed");
  expect(chooseRowBar(aRow("on_air", { with: { name: "Bob", line: "line1" } }))).toBe("dashed");
});

test("[CO3] a caller with a warning and an unattended caller have a hatched bar in every state", () => {
  expect(chooseRowBar(aRow("ringing", {}, true))).toBe("hatched");
  expect(chooseRowBar(aRow("elsewhere", { with: { name: "Bob", line: "line1" } }, true))).toBe(
    "hatched",
  );
  expect(chooseRowBar(aRow("unattended"))).toBe("hatched");
});
