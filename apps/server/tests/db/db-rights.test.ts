import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { recordAudit, systemActor } from "../../src/platform/db/audit-store.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { roleNames } from "../../src/supervisor/postgres/postgres-options.ts";
import { createTestDatabase, openTestDatabase } from "../support/database.ts";
import { aStation } from "../support/people.ts";
import { queryDatabase } from "../support/query-database.ts";

const database = await openTestDatabase();
const station = await aStation(database.db);
const entry = uuidV7();
const old = uuidV7();
const DAY_MS = 86_400_000;
const refused =
  /permission denied|must be (?:owner|member|superuser)|must have|Only roles|does not have|is not owner/i;

async function insertEntry(id: string, days: number): Promise<void> {
  const at = new Date(Date.now() - days * DAY_MS);
  const subject = { subject_type: "call", subject_id: entry };
  const details = JSON.stringify({ note: "Kim rang", reason: "as Kim said", open: true });
  await database.db
    .insertInto("audit_entry")
    .values({ id, at, station_id: station, action: "call.described", ...subject, details })
    .execute();
}

async function readEntry(id: string) {
  const query = database.db.selectFrom("audit_entry").select("details").where("id", "=", id);
  return (await query.executeTakeFirst())?.details;
}

await insertEntry(entry, 1);
await insertEntry(old, 900);

test.each([
  ["change an entry", "update audit_entry set action = 'x'"],
  ["change the details of an entry", "update audit_entry set details = '{}'"],
  [
    "change an entry as the erasure does",
    "set linedesk.erasing = 'on'; update audit_entry set details = '{}'",
  ],
  [
    "delete an entry as retention does",
    "set linedesk.retention = 'over'; delete from audit_entry where at < now() - interval '2 years'",
  ],
  ["delete entries", "delete from audit_entry"],
  ["empty the audit", "truncate audit_entry"],
  [
    "replace an entry",
    "insert into audit_entry select * from audit_entry on conflict (id) do update set action = 'x'",
  ],
  [
    "merge into the audit",
    "merge into audit_entry a using audit_entry b on a.id = b.id when matched then delete",
  ],
  ["lock the audit", "begin; lock table audit_entry in access exclusive mode"],
  ["add a column", "alter table audit_entry add column x int"],
  ["rename the audit", "alter table audit_entry rename to other"],
  ["drop the audit", "drop table audit_entry"],
  ["drop a trigger", "drop trigger audit_entry_append_only on audit_entry"],
  ["disable triggers", "alter table audit_entry disable trigger all"],
  [
    "add a trigger",
    "create trigger x before insert on audit_entry for each row execute function suppress_redundant_updates_trigger()",
  ],
  ["add a rule", "create rule x as on insert to audit_entry do instead nothing"],
  ["bypass the triggers", "set session_replication_role = replica"],
  ["read from a program", "copy audit_entry from program 'echo'"],
  ["write to a program", "copy (select 1) to program 'cat'"],
  ["read a file", "copy audit_entry from '/etc/passwd'"],
  ["write a file", "copy (select 1) to '/tmp/linedesk-attack'"],
  ["read a file by a function", "select pg_read_file('/etc/passwd')"],
  ["import a file", "select lo_import('/etc/passwd')"],
  ["become the owner", `set role ${roleNames.owner}`],
  ["become the superuser", `set role ${roleNames.admin}`],
  ["become another session", `set session authorization ${roleNames.admin}`],
  ["grant itself a role", `grant ${roleNames.owner} to current_user`],
  ["create a role", "create role x superuser"],
  ["become a superuser", "alter role current_user superuser"],
  ["grant itself rights", "grant all on audit_entry to current_user; delete from audit_entry"],
  ["own the audit", "alter table audit_entry owner to current_user"],
  ["create a table", "create table x (id int)"],
  ["create a temporary table", "create temporary table audit_entry (id int)"],
  ["create a table of the jobs", "create table pgboss.x (id int)"],
  ["create a schema", "create schema x"],
  ["create a database", "create database x"],
  ["create a function", "create function x() returns int language sql as 'select 1'"],
  [
    "replace a function",
    "create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'",
  ],
  ["change a function", "alter function refuse_change() rename to other"],
  ["create an extension", "create extension dblink"],
  ["change the server's settings", "alter system set log_statement = 'none'"],
  ["read passwords", "select rolpassword from pg_authid"],
  ["remove a partition", "alter table call detach partition call_2020_01"],
  ["change the record of migrations", "delete from kysely_migration"],
])("[SR65] the role of the server cannot %s", async (_, text) => {
  await expect(queryDatabase(database.url, text)).rejects.toThrow(refused);

  expect(await readEntry(entry)).toMatchObject({ note: "Kim rang" });
  expect(await readEntry(old)).toMatchObject({ note: "Kim rang" });
});

test("[SR65] the owner of the database is not a superuser either, and cannot run programs", async () => {
  for (const text of [
    "copy (select 1) to program 'cat'",
    "set session_replication_role = replica",
  ]) {
    await expect(queryDatabase(database.ownerUrl, text)).rejects.toThrow(refused);
  }
});

function erase(pattern: string) {
  return sql`select erase_in_audit(${station}::uuid, ${[entry]}::uuid[], ${pattern}, ${pattern}, true)`;
}

test("[SR65] the erasure changes audit entries only in a transaction that records the erasure, and only erased words change", async () => {
  await expect(erase("Kim").execute(database.db)).rejects.toThrow(
    "audit_entry changes only with an entry of the erasure",
  );
  expect(await readEntry(entry)).toMatchObject({ note: "Kim rang" });

  await database.db.transaction().execute(async (trx) => {
    await erase("Kim").execute(trx);
    await recordAudit(trx, { actor: systemActor, action: "caller.erased", station });
  });

  expect(await readEntry(entry)).toEqual({ note: "[erased] rang", reason: "[erased]", open: true });
});

test("[SR65] retention removes only entries older than the period and than a year", async () => {
  const remove = sql`select remove_old_audit(${station}::uuid, now() + interval '9 years', 100)`;
  await expect(remove.execute(database.db)).rejects.toThrow("no retention period");
  const period = { station_id: station, kind: "audit", days: 1 } as const;
  await database.db.insertInto("retention_period").values(period).execute();
  await insertEntry(uuidV7(), 5);

  await expect(remove.execute(database.db)).rejects.toThrow("stored for a year");
  await database.db.updateTable("retention_period").set({ days: 365 }).execute();
  await remove.execute(database.db);

  expect(await readEntry(old)).toBeUndefined();
  expect(await readEntry(entry)).toBeDefined();
});

test("[SR65] partitions are made only of calls and their events, and only of whole months", async () => {
  for (const [table, month] of [
    ["audit_entry", "2030-01-01"],
    ["call", "2030-01-02"],
    ["call", "2999-01-01"],
  ]) {
    const make = sql`select make_call_partition(${table}, ${month}::date)`;
    await expect(make.execute(database.db)).rejects.toThrow("partitions of one month");
  }
});

test("[SR65] another role of the cluster cannot connect to a database of the station", async () => {
  const other = await createTestDatabase();
  onTestFinished(() => other.close());
  await queryDatabase(other.adminUrl, "create role stranger login password 'tests'");
  onTestFinished(() =>
    queryDatabase(database.adminUrl, "drop role stranger").then(() => undefined),
  );
  const url = new URL(other.url);
  url.username = "stranger";

  await expect(queryDatabase(url.href, "select 1")).rejects.toThrow(
    "permission denied for database",
  );
  url.pathname = "/postgres";
  await expect(queryDatabase(url.href, "select 1")).rejects.toThrow(
    "permission denied for database",
  );
});
