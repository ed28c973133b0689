import { expect, test } from "vitest";

import { findShownPanel, findSideOpen, listTabs } from "./shown-panel.ts";

const closed = { id: "dial", isLast: false };
const dial = { id: "dial", isLast: true };
const chat = { id: "chat", isLast: true };

test("[SH8] the sheet shows the panel that opened last, and without a panel the caller", () => {
  expect(findShownPanel([closed], false)).toBeNull();
  expect(findShownPanel([closed], true)).toBe("caller");
  expect(findShownPanel([dial], true)).toBe(dial);
});

test("[SH80] the sheet is low for caller and chat, and high for another panel", () => {
  expect(findSideOpen([closed], false)).toBeNull();
  expect(findSideOpen([closed], true)).toBe("low");
  expect(findSideOpen([chat], false)).toBe("low");
  expect(findSideOpen([dial], true)).toBe("high");
});

test("[SH81] a phone has tabs for queue, caller and chat, and a tablet also has a tab for another shown panel", () => {
  expect(listTabs({ size: "middle", shown: null })).toEqual(["caller", "chat"]);
  expect(listTabs({ size: "middle", shown: "dial" })).toEqual(["caller", "chat", "dial"]);
  expect(listTabs({ size: "small", shown: "dial" })).toEqual(["queue", "caller", "chat"]);
});
