import { describe, expect, test } from "vitest";

import { nextPanelCaller, nobodyInPanel, type PanelEvent } from "./panel-caller.ts";

function after(...events: PanelEvent[]) {
  return events.reduce(nextPanelCaller, nobodyInPanel);
}

describe("the caller in the panel", () => {
  test("[PN6] follows an answer and the selected line, also after another caller was opened", () => {
    expect(after().call).toBeNull();
    expect(after({ type: "joined", call: "kim" }).call).toBe("kim");
    expect(after({ type: "opened", call: "lee" }, { type: "joined", call: "kim" }).call).toBe(
      "kim",
    );
    expect(
      after({ type: "opened", call: "lee" }, { type: "lineSelected", onLine: "kim" }).call,
    ).toBe("kim");
    expect(after({ type: "joined", call: "kim" }, { type: "lineSelected", onLine: null })).toEqual(
      nobodyInPanel,
    );
  });

  test("[PN6] stays when pinned, until another is opened, or the panel is unpinned or closed", () => {
    const pinned: PanelEvent = { type: "pinned", call: "lee" };

    expect(after(pinned, { type: "joined", call: "kim" })).toMatchObject({ call: "lee" });
    expect(after(pinned, { type: "lineSelected", onLine: "kim" })).toMatchObject({
      call: "lee",
      pinned: true,
    });
    expect(after(pinned, { type: "opened", call: "kim" })).toMatchObject({
      call: "kim",
      pinned: false,
    });
    expect(after(pinned, { type: "unpinned" }, { type: "joined", call: "kim" }).call).toBe("kim");
    expect(after(pinned, { type: "closed", onLine: "kim" })).toMatchObject({
      call: "kim",
      pinned: false,
    });
  });

  test("[PN8] stays while a field has the focus, in place of the next caller", () => {
    const focused = after({ type: "focused", call: "lee" });

    expect(focused.call).toBe("lee");
    expect(nextPanelCaller(focused, { type: "focused", call: "kim" }).call).toBe("lee");
  });

  test("[PN6] leaves when the call was not connected, unless a field for the call was used", () => {
    const joined: PanelEvent = { type: "joined", call: "kim" };
    const refused: PanelEvent = { type: "refused", call: "kim", onLine: null };

    expect(after(joined, refused).call).toBeNull();
    expect(after(joined, { type: "focused", call: "kim" }, refused).call).toBe("kim");
    expect(after({ type: "opened", call: "lee" }, refused).call).toBe("lee");
  });
});
