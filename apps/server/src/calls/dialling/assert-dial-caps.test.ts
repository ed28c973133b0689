import { expect, test } from "vitest";

import { findReachedCap } from "./assert-dial-caps.ts";

const caps = { callsPerMinute: 3, concurrent: 2, minutesPerDay: 60 };
const little = { lastMinute: 2, live: 1, minutesToday: 59.9 };

test("[OB9] one more call is allowed below every cap, and 0 means no cap", () => {
  expect(findReachedCap(little, caps)).toBeNull();
  const unbounded = { callsPerMinute: 0, concurrent: 0, minutesPerDay: 0 };
  expect(findReachedCap({ lastMinute: 900, live: 900, minutesToday: 9_000 }, unbounded)).toBeNull();
});

test.each([
  [{ lastMinute: 3 }, { cap: "dials_in_a_minute", count: 3 }],
  [{ live: 2 }, { cap: "dials_at_once", count: 2 }],
  [{ minutesToday: 60 }, { cap: "dial_minutes", count: 60 }],
])("[OB9] with %j the error names the reached cap", (used, reached) => {
  expect(findReachedCap({ ...little, ...used }, caps)).toEqual(reached);
});
