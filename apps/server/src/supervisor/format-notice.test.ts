import { expect, test } from "vitest";

import { formatNotice } from "./format-notice.ts";

const now = new Date("2027-03-01T06:07:08.009Z");
const page = "\n  Linedesk is ready.\n\n  \u001b[31mConsole  https://desk.example.com\u001b[0m\n";

test("each event of the supervisor begins with its time", () => {
  expect(
    formatNotice("The server ended unexpectedly and restarts now.", { now, format: null }),
  ).toBe("2027-03-01T06:07:08.009Z The server ended unexpectedly and restarts now.\n");
});

test("without LOG_FORMAT the start message stays a page of several lines", () => {
  expect(formatNotice(page, { now, format: null })).toBe(`${page}\n`);
});

test("[SR91] with LOG_FORMAT each event of the supervisor is one line, the start message too", () => {
  expect(formatNotice(page, { now, format: "text" })).toBe(
    "2027-03-01T06:07:08.009Z info supervisor: Linedesk is ready. | Console  https://desk.example.com\n",
  );
  const line = formatNotice(page, { now, format: "json" });
  expect(line.split("\n")).toHaveLength(2);
  expect(JSON.parse(line)).toEqual({
    level: 30,
    time: now.getTime(),
    part: "supervisor",
    msg: "Linedesk is ready.\n\n  Console  https://desk.example.com",
  });
});
