import { randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { createSessionStore } from "../../src/auth/session-store.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { openTestDatabase } from "../support/database.ts";
import { aPerson, type Person } from "../support/people.ts";

const database = await openTestDatabase();
const store = createSessionStore(database.db);
const start = new Date("2026-01-01T00:00:00Z");
function after(minutes: number): Date {
  return new Date(start.getTime() + minutes * 60_000);
}

async function aSession(person: Person, expiresAt = after(60)) {
  const session = {
    id: uuidV7(),
    tokenHash: randomBytes(32),
    userId: person.id,
    createdAt: start,
    expiresAt,
    idTokenHint: "hint",
    userAgent: "Browser",
  };
  await store.insert(session);
  return session;
}

test("a revoked session says when, keeps no token, and is revoked once", async () => {
  const session = await aSession(await aPerson(database.db));

  await store.revoke(session.id, after(1));
  await store.revoke(session.id, after(2));

  expect(await store.findByTokenHash(session.tokenHash)).toMatchObject({
    revokedAt: after(1),
    idTokenHint: null,
  });
});

test("the session of a disabled user is none", async () => {
  const alice = await aPerson(database.db);
  const session = await aSession(alice);

  await database.db
    .updateTable("user")
    .set({ disabled_at: start })
    .where("id", "=", alice.id)
    .execute();

  expect(await store.findByTokenHash(session.tokenHash)).toBeUndefined();
});
