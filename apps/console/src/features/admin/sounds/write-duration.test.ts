import { expect, test } from "vitest";

import { writeDuration } from "./write-duration.ts";

test("a duration is rounded before it is split into minutes and seconds", () => {
  expect([0.4, 1, 59.4, 59.6, 119.7, 185].map(writeDuration)).toEqual([
    "0:00.4",
    "0:01",
    "0:59",
    "1:00",
    "2:00",
    "3:05",
  ]);
});
