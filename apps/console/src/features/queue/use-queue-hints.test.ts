import { expect, test } from "vitest";

import { pressReject } from "./use-queue-hints.ts";

test("[KY19] only a second press within 1.5 s on the same row rejects the caller", () => {
  const first = pressReject(null, { id: "kim", at: 1_000 });

  expect(first).toEqual({ guard: { id: "kim", at: 1_000 }, rejects: false });
  expect(pressReject(first.guard, { id: "kim", at: 2_499 })).toEqual({
    guard: null,
    rejects: true,
  });
  expect(pressReject(first.guard, { id: "kim", at: 2_500 }).rejects).toBe(false);
  expect(pressReject(first.guard, { id: "lee", at: 1_100 })).toEqual({
    guard: { id: "lee", at: 1_100 },
    rejects: false,
  });
});
