import { expect, test } from "vitest";

import { refusalOf } from "./incoming.ts";

const open = { open: true, forwardTo: null };

test("[PL11] an open line takes the call into the queue", () => {
  expect(refusalOf(open, null)).toBeNull();
  expect(refusalOf(open, { blocked: false })).toBeNull();
});

test("[PL7] closed comes before forwarding", () => {
  expect(refusalOf({ open: false, forwardTo: "+61270101999" }, null)).toBe("line_closed");
  expect(refusalOf({ open: true, forwardTo: "+61270101999" }, null)).toBe("forwarded");
});

test("[PL9] a blocked caller is refused before closed and forwarding are looked at", () => {
  expect(refusalOf({ open: false, forwardTo: "+61270101999" }, { blocked: true })).toBe("blocked");
});
