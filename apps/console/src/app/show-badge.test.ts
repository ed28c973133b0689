import { expect, test } from "vitest";

import { drawFavicon } from "./show-badge.ts";

test("[SN7] the tab's icon shows the number of ringing callers, at most 99, and no number while nobody rings", () => {
  expect(drawFavicon(0)).toBe("/favicon.svg");
  expect(decodeURIComponent(drawFavicon(3))).toContain(">3</text>");
  expect(decodeURIComponent(drawFavicon(120))).toContain(">99</text>");
});
