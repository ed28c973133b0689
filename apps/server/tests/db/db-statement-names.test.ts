import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";

import { findCall } from "../../src/calls/store/call-store.ts";
import { type Db, openDatabase, transact } from "../../src/platform/db/database.ts";
import { HOT_USES } from "../../src/platform/db/statement-names.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { openTestDatabase } from "../support/database.ts";

const { url, ownerDb } = await openTestDatabase();
// With one connection, each query meets the statements that an earlier one has prepared.
const db = openDatabase({ url, poolSize: 1, onError: () => undefined });
afterAll(() => db.destroy());

function readMark(from: Db) {
  return sql<{ mark: unknown }>`select mark from statement_mark where id = ${1}`
    .execute(from)
    .then(({ rows }) => rows[0]?.mark);
}

async function repeat(run: () => Promise<unknown>): Promise<void> {
  for (let uses = 0; uses < 2 * HOT_USES; uses += 1) {
    await run();
  }
}

async function countPrepared(part: string): Promise<number> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements`.execute(db);
  return rows.filter(({ statement }) => statement.includes(part)).length;
}

test("a migration that changes the type of a column fails no query and no transaction", async () => {
  await sql`create table statement_mark (id integer primary key, mark integer)`.execute(ownerDb);
  await sql`insert into statement_mark values (1, 7)`.execute(ownerDb);
  await sql`grant select on statement_mark to public`.execute(ownerDb);
  await repeat(() => readMark(db));
  expect(await countPrepared("statement_mark")).toBe(1);

  await sql`alter table statement_mark alter column mark type text`.execute(ownerDb);
  expect(await readMark(db)).toBe("7");
  await repeat(() => readMark(db));

  await sql`alter table statement_mark alter column mark type bigint using mark::bigint`.execute(
    ownerDb,
  );
  expect(await transact(db, (trx) => readMark(trx))).toBe(7);
});

test("a call is read with a prepared plan, also after a migration that adds a column", async () => {
  const id = uuidV7();
  await repeat(() => findCall(db, id));
  expect(await countPrepared('from "call"')).toBe(1);

  await sql`alter table call add column slogan text`.execute(ownerDb);

  expect(await db.transaction().execute((trx) => findCall(trx, id))).toBeNull();
  const { rows } = await sql<{ generic: number }>`
    select generic_plans::int as generic from pg_prepared_statements
    where statement like '%from "call"%'`.execute(db);
  // PostgreSQL plans the first five uses anew.
  expect(rows[0]?.generic).toBeGreaterThan(2);
});
