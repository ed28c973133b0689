import { expect, test } from "vitest";

import type { Db } from "../db/database.ts";
import { Readiness } from "./readiness.ts";

function aServer(offsetMs: number) {
  return new Readiness({
    // The check of the database fails here; tests with a database show the other case.
    db: {} as Db,
    disk: { check: async () => true },
    clock: { offsetMs },
    elapsedMs: () => 0,
  });
}

test("[SR107] [AP13] a clock that differs from the database's by 2 s makes the server not ready, and 1.9 s does not", async () => {
  expect(await aServer(1_900).read()).toEqual(["database"]);
  expect(await aServer(-1_900).read()).toEqual(["database"]);
  expect(await aServer(2_000).read()).toEqual(["database", "clock"]);
  expect(await aServer(-16_000).read()).toEqual(["database", "clock"]);
});

test("[AP13] a server that begins to drain is not ready from this moment, although its checks are cached", async () => {
  const server = aServer(0);
  expect(await server.read()).toEqual(["database"]);

  server.drain();

  expect(await server.read()).toEqual(["draining", "database"]);
});
