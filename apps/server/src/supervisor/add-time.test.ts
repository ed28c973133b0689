import { expect, test } from "vitest";

import { addTime } from "./add-time.ts";

const now = new Date("2027-03-01T06:07:08.009Z");

test("[SR82] each event of the supervisor begins with its time", () => {
  expect(addTime("The server ended unexpectedly and restarts now.", now)).toBe(
    "2027-03-01T06:07:08.009Z The server ended unexpectedly and restarts now.",
  );
});

test("[SR82] the start message stays a page for people", () => {
  expect(addTime("\n  Linedesk is ready.\n", now)).toBe("\n  Linedesk is ready.\n");
});
