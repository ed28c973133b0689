import { expect, test } from "vitest";

import { ReplayGuard } from "./replay-guard.ts";

test("[AS124] a packet is accepted once, in any order, and never when it is too old", () => {
  const guard = new ReplayGuard();
  const numbers = Array.from({ length: 3_000 }, (_, i) => (64_000 + (i ^ 3)) & 0xffff);
  expect(numbers.every((number) => guard.isNew(1, number))).toBe(true);
  expect(numbers.some((number) => guard.isNew(1, number))).toBe(false);
  expect(guard.isNew(1, (64_000 + 4_000) & 0xffff)).toBe(true);
  expect(guard.isNew(1, (64_000 + 3_999) & 0xffff)).toBe(true);
  expect(guard.isNew(2, 64_000)).toBe(true);
  guard.begin();
  expect(guard.isNew(1, 64_000)).toBe(true);
});
