import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import { expect, test } from "vitest";

import { SteppedClock } from "@linedesk/base/testing";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { ClaimMemory } from "../claim-memory.ts";
import { useClaim } from "./use-claim.ts";

/** A database that never answers. */
class SilentDriver extends DummyDriver {
  override acquireConnection(): Promise<never> {
    return new Promise(() => undefined);
  }
}

test("[DS35] a leg that connects before its claim exists uses the claim once it is added, even if the database does not answer", async () => {
  const clock = new SteppedClock();
  const claims = new ClaimMemory(clock);
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new SilentDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const deps = { db, clock, claims, log };

  const using = useClaim(deps as never, {
    claim: "claim",
    user: "alice",
    leg: "CA1",
    service: "main",
  });
  claims.add({
    id: "claim",
    call: "call",
    user: "alice",
    audioServer: null,
    service: "main",
    expiresAt: new Date(clock.now() + 15_000),
  } as never);

  expect(await using).toEqual({ status: "used", call: "call" });
});
