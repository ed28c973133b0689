import pg from "pg";
import { expect, test } from "vitest";

import { isDatabaseUnavailable } from "./database-unavailable.ts";

function answered(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError("said so", 7, "error"), { code });
}

test.each([
  answered("57P01"),
  answered("57P03"),
  answered("08006"),
  answered("53300"),
  Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" }),
  new Error("Connection terminated unexpectedly"),
  new Error("timeout exceeded when trying to connect"),
])("[AP22] %o means that the database is unavailable", (error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test.each([
  answered("23505"),
  answered("57014"),
  Object.assign(new Error("refused"), { code: "ECONNREFUSED" }),
  new Error("anything else"),
  "Connection terminated",
  null,
])("[AP22] %o does not mean that the database is unavailable", (error) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
});
