import { expect, test } from "vitest";

import { findRefusal } from "./incoming-call.ts";

const open = { open: true, forwardTo: null };

test("[PL11] an open line takes the call into the queue", () => {
  expect(findRefusal(open, null)).toBeNull();
  expect(findRefusal(open, { blocked: false })).toBeNull();
});

test("[PL7] closed comes before forwarding", () => {
  expect(findRefusal({ open: false, forwardTo: "+61270101999" }, null)).toBe("line_closed");
  expect(findRefusal({ open: true, forwardTo: "+61270101999" }, null)).toBe("forwarded");
});

test("[PL9] a blocked caller is refused before closed and forwarding are looked at", () => {
  expect(findRefusal({ open: false, forwardTo: "+61270101999" }, { blocked: true })).toBe(
    "blocked",
  );
});
