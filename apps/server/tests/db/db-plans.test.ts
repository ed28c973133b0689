import { Kysely, PostgresDialect, sql, type CompiledQuery } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { foldText, historyOutcomes, listSpokenWords } from "@linedesk/contract";
import { type CallerSearch, searchCallers } from "../../src/callers/search-callers.ts";
import { type HistoryRequest, readCallerHistory } from "../../src/calls/caller-history.ts";
import { readCallerProfile } from "../../src/calls/caller-profile.ts";
import type { Db } from "../../src/platform/db/database.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { aPerson, aStation, type Person } from "../support/people.ts";

let database: TestDatabase;
let client: pg.Client;
let db: Db;
let station: string;
let person: Person;
let queries: CompiledQuery[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  // PostgreSQL prefers to read a small table whole. This setting makes it use every suitable index.
  client = new pg.Client({ connectionString: database.url, options: "-c enable_seqscan=off" });
  await client.connect();
  const pool = new pg.Pool({ connectionString: database.url });
  // The pool ends without waiting for its connections, and dropping the database breaks them.
  pool.on("error", () => undefined);
  db = new Kysely({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void queries.push(query),
  });
  person = await aPerson(database.db);
  station = await aStation(database.db, [[person, "admin"]]);
});

afterAll(async () => {
  await client.end();
  await db.destroy();
  await database.close();
});

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Cond"?: string;
  Plans?: Plan[];
}

/** Returns the parts of a plan that read a table or an index from start to end. */
function wholeReads(plan: Plan): string[] {
  const below = (plan.Plans ?? []).flatMap(wholeReads);
  const { "Node Type": type, "Relation Name": relation = "", "Index Cond": condition } = plan;
  const isWhole = type === "Seq Scan" || (/^(?:Index|Bitmap Index)/.test(type) && !condition);
  return isWhole ? [`${type} ${relation}`, ...below] : below;
}

/**
 * Returns the full scans in the statements of this request; throws if the request makes no
 * statement.
 */
async function findWholeReads(request: () => Promise<unknown>): Promise<string[]> {
  queries = [];
  await request();
  const reading = queries.filter(({ sql: words }) => /\bfrom "?(?!"?\()\w/.test(words));
  expect(reading.length).toBeGreaterThan(0);
  const found: string[] = [];
  for (const { sql: words, parameters } of reading) {
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `explain (format json) ${words}`,
      [...parameters],
    );
    found.push(...rows.flatMap((row) => wholeReads(row["QUERY PLAN"][0].Plan)));
  }
  return found;
}

test("the check finds a statement that reads a whole table", async () => {
  const whole = await findWholeReads(() =>
    db.selectFrom("caller").select("id").where("ended_calls", ">", 3).execute(),
  );

  expect(whole).toEqual([expect.stringContaining("caller")]);
});

const somebody = uuidV7();

test.each<[string, Omit<CallerSearch, "station">]>([
  ["nothing", {}],
  ["the next page of nothing", { cursor: somebody }],
  ["a word", { find: "kim" }],
  ["the next page of a word", { find: "kim", cursor: `${somebody}kim` }],
  ["several words", { find: "kim mar syd" }],
  ["the next page of several words", { find: "kim mar", cursor: `${somebody}mar` }],
  ["a number", { find: "0491 570 006" }],
])("a search of callers for %s reads no whole table", async (_what, search) => {
  expect(await findWholeReads(() => searchCallers(db, { station, ...search }))).toEqual([]);
});

const days = { from: "2026-01-01", to: "2026-02-01" };

test.each<[string, Omit<HistoryRequest, "station">]>([
  ["of a station", {}],
  ["of a station, the next one", { cursor: somebody }],
  ["of a number", { number: "+61491570006" }],
  ["of a caller", { caller: somebody }],
  ["of a caller, the next one", { caller: somebody, cursor: somebody }],
  ["between two days", days],
  ["with a text", { text: "kim" }],
  ["of a phone line", { line: somebody }],
  ["with what a person answered", { answeredBy: somebody }],
  ["with every filter", { ...days, text: "kim", line: somebody, answeredBy: somebody }],
  ...historyOutcomes.map((outcome): [string, Omit<HistoryRequest, "station">] => [
    `with outcome ${outcome}`,
    { outcome },
  ]),
])("a page of the history %s reads no whole table", async (_what, page) => {
  expect(await findWholeReads(() => readCallerHistory(db, { station, ...page }))).toEqual([]);
});

test("a caller's card reads no whole table", async () => {
  const caller = uuidV7();
  await sql`insert into caller (id, station_id, name) values (${caller}, ${station}, 'Kim')`.execute(
    database.db,
  );
  await sql`insert into caller_number (station_id, number, caller_id)
    values (${station}, '+61491570006', ${caller})`.execute(database.db);

  const card = { station, caller, now: new Date() };
  expect(await findWholeReads(() => readCallerProfile(db, card))).toEqual([]);
});

test.each([
  "ΝΙΚΟΣ Παπάς",
  "ЁЖИКОВ Йосиф",
  "İstanbul IĞDIR ırmak",
  "Weiß GROẞ",
  "Søren Łukasz Đorđe",
  "Ægir ŒUVRE",
  "김민수 がく हिन्दी ไทย עברית محمد",
])("[CL4] the database folds %s like the server and the console", async (name) => {
  const { rows } = await sql<{ folded: string }>`select fold_text(${name}) as folded`.execute(
    database.db,
  );

  expect(rows[0]?.folded).toBe(foldText(name));
});

test("[CL4] callers are found in Greek, Cyrillic and Latin script, in any case and with any accents", async () => {
  const names = ["ΝΙΚΟΣ Παπάς", "ЁЖИКОВ Йосиф", "İlker Işık", "Jürgen Weiß", "Łukasz Nowak"];
  for (const name of names) {
    await sql`insert into caller (id, station_id, name) values (${uuidV7()}, ${station}, ${name})`.execute(
      database.db,
    );
  }
  async function find(text: string): Promise<(string | null)[]> {
    const { items } = await searchCallers(database.db, { station, find: text });
    return items.map(({ name }) => name);
  }

  expect(await find("νίκος")).toEqual(["ΝΙΚΟΣ Παπάς"]);
  expect(await find("ΝΙΚΟΣ")).toEqual(["ΝΙΚΟΣ Παπάς"]);
  expect(await find("ежик")).toEqual(["ЁЖИКОВ Йосиф"]);
  expect(await find("ILKER ISIK")).toEqual(["İlker Işık"]);
  expect(await find("weiss")).toEqual(["Jürgen Weiß"]);
  expect(await find("lukasz")).toEqual(["Łukasz Nowak"]);
});

test.each([
  "Kevin O'Brien",
  "Sinéad O’Connor",
  "Mary-Anne D'Arcy Smith",
  "Jürgen Müller",
  "Juergen Mueller",
  "J. R. R. Tolk",
  "Pieter van der Berg",
  "Søren Åberg-Groß",
  "2GB 0491-570-006",
  "Björk Guðmundsdóttir Þórs",
  "Kealiʻi Reichel",
  "Novak Đoković Djukić",
  "Ħal Ĳsbrand Əliyev",
  "محمّد أحمد علی فاطمة",
  "שָׁלוֹם כהן",
  "ג׳ורג׳ בן־דוד רס״ן",
  "ジョン・スミス",
  "Դ՚Արտանյան",
  "Игорь Владимир-Жуков",
])("[CL42] the database and the console know the same words for %s", async (name) => {
  const { rows } = await sql<{ words: string[] }>`select spoken_words(${name}) as words`.execute(
    database.db,
  );

  expect(new Set(rows[0]?.words)).toEqual(new Set(listSpokenWords(name)));
});

test("[CL42] callers are found as their names are said, and the search reads no whole table", async () => {
  const names = [
    "Kevin O'Brien",
    "Mary-Anne D’Arcy",
    "Jürgen Müller-Lüdenscheidt",
    "Carla De Luca",
    "ג׳ורג׳ בן־דוד",
    "ジョン・スミス",
  ];
  for (const name of [...names, "Anna Lena Kask", "Đurđa McDonald"]) {
    await sql`insert into caller (id, station_id, name) values (${uuidV7()}, ${station}, ${name})`.execute(
      database.db,
    );
  }
  async function find(text: string): Promise<(string | null)[]> {
    const { items } = await searchCallers(database.db, { station, find: text });
    return items.map(({ name }) => name);
  }

  for (const text of ["obrien", "o'brien", "O’Brien", "brien", "kevin o'b"]) {
    expect(await find(text)).toEqual([names[0]]);
  }
  for (const text of ["maryanne", "mary anne", "mary-anne", "darcy"]) {
    expect(await find(text)).toEqual([names[1]]);
  }
  for (const text of ["mc donald", "djurdja", "durda mcdonald"]) {
    expect(await find(text)).toEqual(["Đurđa McDonald"]);
  }
  for (const text of ["mueller", "muller", "müller", "mueller-luedenscheidt"]) {
    expect(await find(text)).toEqual([names[2]]);
  }
  expect(await find("deluca")).toEqual([names[3]]);
  for (const text of ["ג'ורג'", "גורג", "בן-דוד", "דוד"]) {
    expect(await find(text)).toEqual([names[4]]);
  }
  expect(await find("スミス")).toEqual([names[5]]);
  expect(await find("annalena")).toEqual(["Anna Lena Kask"]);
  expect(await find("lena-kask")).toEqual(["Anna Lena Kask"]);
  expect(await findWholeReads(() => searchCallers(db, { station, find: "o'brien" }))).toEqual([]);
});
