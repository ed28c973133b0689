import { expect, test } from "vitest";

import { drawFavicon } from "./show-badge.ts";

test("[SN7] the tab's picture shows how many ring, at most 99, and is plain while nobody does", () => {
  expect(drawFavicon(0)).toBe("/favicon.svg");
  expect(decodeURIComponent(drawFavicon(3))).toContain(">3</text>");
  expect(decodeURIComponent(drawFavicon(120))).toContain(">99</text>");
});
