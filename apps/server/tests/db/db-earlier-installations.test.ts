import { sql } from "kysely";
import { expect, test } from "vitest";

import type { Db } from "../../src/platform/db/database.ts";
import { openDatabase } from "../../src/platform/db/database.ts";
import { migrate } from "../../src/platform/db/migrate.ts";
import { describeSchema } from "../../src/platform/db/schema-description.ts";
import { createTestDatabase } from "../support/database.ts";
import {
  aDatabase,
  anInstallation,
  commits,
  laterMigrations,
  listLacking,
  readInstallation,
} from "../support/earlier-installations.ts";
import { queryDatabase } from "../support/query-database.ts";

const template = await createTestDatabase();
const baseline = await template.db.transaction().execute(describeSchema);
await template.close();

async function listColumn(db: Db, text: string): Promise<unknown[]> {
  const { rows } = await sql.raw<{ value: unknown }>(text).execute(db);
  return rows.map(({ value }) => value);
}

test.each(commits)(
  "[DA14] a database of commit %s gets the migrations that it lacks and keeps its data",
  async (commit) => {
    const { db } = await anInstallation(commit);

    const ran = await migrate(db);

    expect(ran).toEqual([...listLacking(commit), ...laterMigrations]);
    expect(await db.transaction().execute(describeSchema)).toEqual(baseline);
    expect(
      await listColumn(db, "select name as value from kysely_migration order by name"),
    ).toEqual(["001-baseline", ...laterMigrations]);
    const { rows } = await sql`
    select s.call_sign, c.name, n.number, (select count(*) from call) as calls,
      (select array_agg(word order by word) from caller_word) as words,
      (select count(*) from audit_entry) as audited,
      (select count(*) from figure_touched where start >= now()::date - 1) as days
    from station s join caller c on c.station_id = s.id join caller_number n on n.caller_id = c.id
  `.execute(db);
    expect(rows).toEqual([
      {
        call_sign: "2ZZ",
        name: "Zoë Δημήτριος",
        number: "+61491570156",
        calls: 2,
        words: [
          "0491570156",
          "61491570156",
          "zo",
          "zoe",
          "zoeδημητριοσ",
          "zoδημητριοσ",
          "δημητριοσ",
        ],
        audited: 1,
        days: 1,
      },
    ]);
  },
);

test("[DA14] the upgrade of a first installation turns the reason of a leaving caller into an object", async () => {
  const { db } = await anInstallation("ea4a6a40");

  await migrate(db);

  const leaving = "select desk->'leaving' as value from call where ended_at is null";
  expect(await listColumn(db, leaving)).toEqual([
    { reason: "rejected", by: null, until: null, wasBridged: false },
  ]);
});

test("[DA14] a complete installation is recorded as the baseline, and none of its rows changes", async () => {
  const { db } = await anInstallation("c55dd0d0");
  const before = await readInstallation(db);

  await migrate(db);

  const after = await readInstallation(db);
  const [was = {}] = before.rows;
  const [now = {}] = after.rows;
  expect({ ...now, record: null }).toEqual({ ...was, record: null });
});

test("[AD79] older contacts with their number as name are ordered by the last three digits", async () => {
  const { db } = await anInstallation("de8bb19c");
  const before = ["0491 570 156", "61491570157", "1234567", "9 lives 12345678", "kim"];
  for (const [index, name] of before.entries()) {
    await sql`
      insert into contact (id, station_id, number, name, sort_name, tags, note, favourite,
        past_numbers, words, changed_by, changed_at)
      select gen_random_uuid(), id, ${`+6149157020${index}`}, ${name}, ${name}, '{}', '', false,
        '{}', '{}', 'Fay', now() from station`.execute(db);
  }

  await migrate(db);

  const names = await listColumn(db, "select sort_name as value from contact order by number");
  expect(names).toEqual(["156", "157", ...before.slice(2)]);
});

test("servers that start at the same time on an earlier installation upgrade it once", async () => {
  const { url } = await anInstallation("01329f96");
  const servers = Array.from({ length: 4 }, () =>
    openDatabase({ url, poolSize: 2, onError: () => undefined }),
  );

  const ran = await Promise.all(servers.map((server) => migrate(server)));

  expect(ran.flat()).toEqual([...listLacking("01329f96"), ...laterMigrations]);
  await Promise.all(servers.map((server) => server.destroy()));
});

test("[DA15] every difference of the schema is named, and nothing changes", async () => {
  const { db } = await anInstallation("c55dd0d0");
  await sql`
    drop table now_playing;
    alter table call_leg drop column released;
    drop index call_live;
    create table sound (id uuid);
    alter table call add column programme text;
    alter table prize alter column stock drop not null;
    alter function caller_number_words stable;
    alter table chat_message disable trigger chat_message_append_only
  `.execute(db);
  const before = await readInstallation(db);

  await expect(migrate(db)).rejects.toThrow(
    "The database does not have the schema that its migrations make: " +
      "column call_leg.released is missing, index call.call_live is missing, " +
      "table now_playing is missing, column call.programme is unknown, table sound is unknown, " +
      "column prize.stock differs, function caller_number_words(number text) differs, " +
      "trigger chat_message.chat_message_append_only differs. Nothing was changed. " +
      "Start the version that made this database, or restore a backup.",
  );

  expect(await readInstallation(db)).toEqual(before);
});

test.each([
  [
    "a migration is of a newer version",
    "insert into kysely_migration values ('900-newer', '')",
    "The database has migrations that this version does not know: 900-newer.",
  ],
  [
    "the record lacks the first migration",
    "delete from kysely_migration where name = '001-base'",
    "The database lacks migrations that every version has: 001-base.",
  ],
  [
    "the record lacks a migration that ran",
    "delete from kysely_migration where name = '055-station-sound'",
    'Migration 055-station-sound failed: relation "station_sound" already exists.',
  ],
  [
    "the record is lost",
    "delete from kysely_migration",
    "The database has no record of migrations and is not empty: function caller_number_words",
  ],
])("[DA15] nothing changes when %s, and the error names it", async (_, change, words) => {
  const { db } = await anInstallation("c55dd0d0");
  await sql.raw(change).execute(db);
  const before = await readInstallation(db);

  await expect(migrate(db)).rejects.toThrow(words);

  expect(await readInstallation(db)).toEqual(before);
});

test("[DA15] an earlier installation that cannot be upgraded stays unchanged", async () => {
  const { db } = await anInstallation("71a5e871");
  await sql`alter table chat_message rename column text to words`.execute(db);
  const before = await readInstallation(db);

  await expect(migrate(db)).rejects.toThrow(
    "column chat_message.text is missing, column chat_message.words is unknown.",
  );

  expect(await readInstallation(db)).toEqual(before);
});

test("foreign extensions and schemas are allowed in an empty database", async () => {
  const { db, adminUrl } = await aDatabase({ template: false });
  await queryDatabase(adminUrl, "create extension pgcrypto; create extension pg_stat_statements");
  await sql`create schema other; create table other.station (id uuid)`.execute(db);

  expect(await migrate(db)).toEqual(["001-baseline", ...laterMigrations]);

  expect(await db.transaction().execute(describeSchema)).toEqual(baseline);
});
