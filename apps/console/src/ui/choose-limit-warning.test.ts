import { expect, test } from "vitest";

import { chooseLimitWarning } from "./choose-limit-warning.ts";

test("[OB17] a warning comes two minutes before a dialled call ends, and a stronger one 30 s before", () => {
  expect([121_000, 120_000, 30_001, 30_000, 0, -5_000].map(chooseLimitWarning)).toEqual([
    "none",
    "minutes",
    "minutes",
    "seconds",
    "seconds",
    "seconds",
  ]);
});
