import { expect, test } from "vitest";

import type { RowState } from "../../lib/row-state.ts";
import type { QueueRowView } from "./queue-view.ts";
import { rowBar } from "./row-look.ts";

function aRow(state: RowState, over: Partial<QueueRowView> = {}, warned = false): QueueRowView {
  return {
    call: { caller: { warning: warned ? { kind: "warning", reason: "hoax" } : null } },
    state,
    with: null,
    mine: false,
    ...over,
  } as QueueRowView;
}

test("[CO4] free and mine are solid, elsewhere is dashed", () => {
  expect(rowBar(aRow("ringing"))).toBe("solid");
  expect(rowBar(aRow("on_line", { with: "You", mine: true }))).toBe("solid");
  expect(rowBar(aRow("elsewhere", { with: "Bob, line 1" }))).toBe("dashed");
  expect(rowBar(aRow("on_air", { with: "Bob, line 1" }))).toBe("dashed");
});

test("[CO4] a warning and a caller left alone are hatched, wherever they are", () => {
  expect(rowBar(aRow("ringing", {}, true))).toBe("hatched");
  expect(rowBar(aRow("elsewhere", { with: "Bob, line 1" }, true))).toBe("hatched");
  expect(rowBar(aRow("unattended"))).toBe("hatched");
});
