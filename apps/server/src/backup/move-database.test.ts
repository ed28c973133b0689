import { expect, test } from "vitest";

import { findTargetFault } from "./move-database.ts";

const good = { major: 15, encoding: "UTF8", isUnused: true };

test.each([
  [
    { major: 14 },
    "The new database runs on PostgreSQL 14. Linedesk needs a version from 15 to 18.",
  ],
  [
    { major: 19 },
    "The new database runs on PostgreSQL 19. Linedesk needs a version from 15 to 18.",
  ],
  [{ encoding: "LATIN1" }, "The new database has the encoding LATIN1."],
  [{ isUnused: false }, "The new database already has the data of a station."],
])("[SR69] a move refuses a new database with %o", (change, words) => {
  expect(findTargetFault({ ...good, ...change })).toContain(words);
});

test.each([15, 16, 17, 18])("[SR69] a move accepts a new database on PostgreSQL %s", (major) => {
  expect(findTargetFault({ ...good, major })).toBeNull();
});
