import { expect, test } from "vitest";

import { findRefusal } from "./incoming-call.ts";

const open = { open: true, forwardTo: null, withheld: "accept" } as const;
const known = { caller: { blocked: false }, isWithheld: false };
const withheld = { caller: null, isWithheld: true };

test("[PL11] an open line takes the call into the queue", () => {
  expect(findRefusal(open, { caller: null, isWithheld: false })).toBeNull();
  expect(findRefusal(open, known)).toBeNull();
});

test("[PL7] closed comes before forwarding", () => {
  const forwarded = { ...open, forwardTo: "+61270101999" };
  expect(findRefusal({ ...forwarded, open: false }, known)).toBe("line_closed");
  expect(findRefusal(forwarded, known)).toBe("forwarded");
});

test("[PL9] a blocked caller is refused before closed and forwarding are looked at", () => {
  const line = { ...open, open: false, forwardTo: "+61270101999" };
  const blocked = { caller: { blocked: true }, isWithheld: false };
  expect(findRefusal(line, blocked)).toBe("blocked");
});

test("[AD46] a withheld number that the line lets go is refused behind closed and before forwarding", () => {
  const line = { ...open, forwardTo: "+61270101999", withheld: "reject" } as const;
  expect(findRefusal(line, withheld)).toBe("blocked");
  expect(findRefusal({ ...line, open: false }, withheld)).toBe("line_closed");
  expect(findRefusal(line, known)).toBe("forwarded");
  expect(findRefusal({ ...line, withheld: "to_back" }, withheld)).toBe("forwarded");
  expect(findRefusal(open, withheld)).toBeNull();
});
