import { expect, test } from "vitest";

import { findReachedCap } from "./assert-dial-caps.ts";

const caps = { callsPerMinute: 3, concurrent: 2, minutesPerDay: 60 };
const little = { lastMinute: 2, live: 1, minutesToday: 59.9 };

test("[OB9] one more call is let through below every cap, and 0 is no bound", () => {
  expect(findReachedCap(little, caps)).toBeNull();
  const unbounded = { callsPerMinute: 0, concurrent: 0, minutesPerDay: 0 };
  expect(findReachedCap({ lastMinute: 900, live: 900, minutesToday: 9_000 }, unbounded)).toBeNull();
});

test.each([
  [{ lastMinute: 3 }, /3 calls in a minute/],
  [{ live: 2 }, /2 dialled calls at once/],
  [{ minutesToday: 60 }, /60 minutes/],
])("[OB9] with %j the words name the cap", (used, words) => {
  expect(findReachedCap({ ...little, ...used }, caps)).toMatch(words);
});
