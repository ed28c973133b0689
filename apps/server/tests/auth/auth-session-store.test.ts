import { randomBytes } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createSessionStore, type SessionStore } from "../../src/auth/session-store.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { aPerson, type Person } from "../support/people.ts";

let database: TestDatabase;
let store: SessionStore;
const start = new Date("2026-01-01T00:00:00Z");
function after(minutes: number): Date {
  return new Date(start.getTime() + minutes * 60_000);
}

beforeAll(async () => {
  database = await createTestDatabase();
  store = createSessionStore(database.db);
});

afterAll(() => database.close());

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

test("a session is found by its token's hash, with its user", async () => {
  const alice = await aPerson(database.db, "Alice");
  const session = await aSession(alice);

  await store.touch(session.id, after(5));

  expect(await store.findByTokenHash(session.tokenHash)).toEqual({
    id: session.id,
    user: { id: alice.id, name: "Alice", email: expect.stringContaining("alice") },
    lastSeenAt: after(5),
    expiresAt: after(60),
    revokedAt: null,
    idTokenHint: "hint",
  });
  expect(await store.findByTokenHash(randomBytes(32))).toBeUndefined();
});

test("a revoked session says when, keeps no token, and is revoked once", async () => {
  const session = await aSession(await aPerson(database.db));

  await store.revoke(session.id, after(1));
  await store.revoke(session.id, after(2));

  expect(await store.findByTokenHash(session.tokenHash)).toMatchObject({
    revokedAt: after(1),
    idTokenHint: null,
  });
});

test("all open sessions of one user end, and nobody else's", async () => {
  const [alice, bob] = [await aPerson(database.db), await aPerson(database.db, "Bob")];
  const open = [await aSession(alice), await aSession(alice)];
  await aSession(alice, after(1));
  const other = await aSession(bob);

  expect(await store.revokeAllOfUser(alice.id, after(2))).toBe(2);

  for (const { tokenHash } of open) {
    expect(await store.findByTokenHash(tokenHash)).toMatchObject({ revokedAt: after(2) });
  }
  expect(await store.findByTokenHash(other.tokenHash)).toMatchObject({ revokedAt: null });
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

test("expired sessions are cleared away", async () => {
  const alice = await aPerson(database.db);
  const old = await aSession(alice, after(10));
  const current = await aSession(alice, after(90));

  await store.deleteExpiredBefore(after(30));

  expect(await store.findByTokenHash(old.tokenHash)).toBeUndefined();
  expect(await store.findByTokenHash(current.tokenHash)).toBeDefined();
});
