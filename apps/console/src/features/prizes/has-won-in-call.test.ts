import { expect, test } from "vitest";

import { hasWonInCall } from "./has-won-in-call.ts";

test("[PZ16] the person of a call with a recorded win is its winner, until the win is withdrawn", () => {
  expect(hasWonInCall([{ call: "now", withdrawn: null }], "now")).toBe(true);
  expect(hasWonInCall([{ call: "earlier", withdrawn: null }], "now")).toBe(false);
  expect(hasWonInCall([{ call: "now", withdrawn: "Another caller won" }], "now")).toBe(false);
});
