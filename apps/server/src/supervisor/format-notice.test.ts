import { expect, test } from "vitest";

import { formatNotice } from "./format-notice.ts";

const now = new Date("2027-03-01T06:07:08.009Z");
const page = "\n  Linedesk is ready.\n\n  Console  https://desk.example.com\n";

test("[SR82] each event of the supervisor begins with its time", () => {
  expect(formatNotice("The server ended unexpectedly and restarts now.", now, null)).toBe(
    "2027-03-01T06:07:08.009Z The server ended unexpectedly and restarts now.\n",
  );
});

test("[SR82] the start message stays a page for people", () => {
  expect(formatNotice(page, now, null)).toBe(`${page}\n`);
});

test("[TR90] with LOG_FORMAT each event of the supervisor is one line, the start message too", () => {
  expect(formatNotice(page, now, "text")).toBe(
    "2027-03-01T06:07:08.009Z info supervisor: Linedesk is ready. | Console  https://desk.example.com\n",
  );
  const line = formatNotice(page, now, "json");
  expect(line.split("\n")).toHaveLength(2);
  expect(JSON.parse(line)).toEqual({
    level: 30,
    time: now.getTime(),
    part: "supervisor",
    msg: page.trim(),
  });
});
