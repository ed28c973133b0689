import { expect, test } from "vitest";

import { demoPeople } from "@linedesk/sso";
import { makeDemoStations } from "../../src/demo/demo-stations.ts";
import { createTestDatabase, openTestDatabase } from "../support/database.ts";
import { aStation } from "../support/people.ts";
import { TelephoneDesk } from "../support/telephone-desk.ts";

const database = await openTestDatabase();

await makeDemoStations(database.db, new Date());
async function counts() {
  const tables = [
    "user",
    "station",
    "phone_line",
    "caller",
    "call",
    "flag",
    "membership",
    "contact",
    "prize",
    "prize_win",
  ] as const;
  const found: number[] = [];
  for (const table of tables) {
    const rows = await database.db.selectFrom(table).selectAll().execute();
    found.push(rows.length);
  }
  return found;
}

test("[SR16] the demo stations have their lines", async () => {
  const lines = await database.db
    .selectFrom("phone_line as l")
    .innerJoin("station as s", "s.id", "l.station_id")
    .select(["s.call_sign", "l.number", "l.name", "l.open", "l.priority"])
    .orderBy("l.number")
    .execute();

  expect(lines.map((line) => Object.values(line))).toEqual([
    ["2ZZ", "+61255500101", "Main", true, false],
    ["2ZZ", "+61255500102", "Contest", true, false],
    ["2ZZ", "+61255500103", "Closed", false, false],
    ["2ZZ", "+61255500104", "Priority", true, true],
    ["3YY", "+61270101000", "Main", true, false],
  ]);
});

test("[SR18] the demo station has a phone book that contains callers too", async () => {
  const contacts = await database.db
    .selectFrom("contact as c")
    .innerJoin("station as s", "s.id", "c.station_id")
    .select(["s.call_sign", "c.number", "c.favourite"])
    .execute();
  const callers = await database.db.selectFrom("caller_number").select("number").execute();
  const numbers = new Set(callers.map(({ number }) => number));

  expect(contacts.length).toBeGreaterThan(5);
  expect(new Set(contacts.map((contact) => contact.call_sign))).toEqual(new Set(["2ZZ"]));
  expect(contacts.some(({ favourite }) => favourite)).toBe(true);
  expect(contacts.filter(({ number }) => numbers.has(number))).toHaveLength(2);
});

test("[SR18] the demo station has prizes in stock, and wins of callers who have called", async () => {
  const prizes = await database.db
    .selectFrom("prize as p")
    .innerJoin("station as s", "s.id", "p.station_id")
    .select(["s.call_sign as callSign", "p.stock"])
    .execute();
  const wins = await database.db
    .selectFrom("prize_win as w")
    .innerJoin("call as c", "c.id", "w.call_id")
    .innerJoin("caller as p", "p.id", "w.caller_id")
    .select(["w.status", "w.number", "c.number as from", "w.name", "p.name as caller"])
    .orderBy("w.status")
    .execute();

  expect(prizes).toHaveLength(4);
  expect(prizes.every(({ callSign, stock }) => callSign === "2ZZ" && stock > 0)).toBe(true);
  expect(wins.map(({ status }) => status)).toEqual(["collected", "to_collect"]);
  expect(wins.every(({ number, from }) => number === from)).toBe(true);
  expect(wins.every(({ name, caller }) => name === caller)).toBe(true);
});

test("[SR18] the presenter of the demo station uses a preset whose line 2 feeds the air", async () => {
  const presets = await database.db
    .selectFrom("device_preset as p")
    .innerJoin("station as s", "s.id", "p.station_id")
    .select(["s.call_sign", "p.seat_of", "p.line1_feeds_air", "p.line2_feeds_air"])
    .execute();

  expect(presets.map((one) => Object.values(one))).toEqual([["2ZZ", "presenter", false, true]]);
});

test("[SR18] the five demo people have their roles", async () => {
  const rights = await database.db
    .selectFrom("membership as m")
    .innerJoin("station as s", "s.id", "m.station_id")
    .innerJoin("user as u", "u.id", "m.user_id")
    .select(["s.call_sign", "u.name", "m.role"])
    .orderBy("s.call_sign")
    .orderBy("u.name")
    .execute();

  expect(rights.map((one) => Object.values(one))).toEqual([
    ["2ZZ", "Alice", "owner"],
    ["2ZZ", "Bob", "screener"],
    ["2ZZ", "Carla", "presenter"],
    ["2ZZ", "Dan", "producer"],
    ["2ZZ", "Erin", "admin"],
    ["3YY", "Alice", "owner"],
    ["3YY", "Dan", "producer"],
  ]);
  const ids = await database.db.selectFrom("user").select("id").orderBy("name").execute();
  expect(ids.map((user) => user.id)).toEqual(demoPeople.map((person) => person.sub));
});

test("[SR4] [SR18] a second start adds nothing, even when two servers start at the same time", async () => {
  const before = await counts();
  await makeDemoStations(database.db, new Date());
  expect(await counts()).toEqual(before);

  const other = await createTestDatabase();
  await Promise.all([
    makeDemoStations(other.db, new Date()),
    makeDemoStations(other.db, new Date()),
  ]);
  const lines = await other.db.selectFrom("phone_line").select("id").execute();
  const callers = await other.db.selectFrom("caller").select("id").execute();
  await other.close();
  expect([lines.length, callers.length]).toEqual([5, 12]);
});

test("[SR19] a database with a station gets no demo data", async () => {
  const other = await createTestDatabase();
  await aStation(other.db);
  await makeDemoStations(other.db, new Date());
  const stations = await other.db.selectFrom("station").select("id").execute();
  await other.close();

  expect(stations).toHaveLength(1);
});

test("[FL16] demo callers have fictitious numbers and past calls, and a call has its caller's warning in `warning`, not in `flags`", async () => {
  await using desk = await TelephoneDesk.open();
  const numbers = await database.db.selectFrom("caller_number").select("number").execute();
  for (const { number } of numbers) {
    expect(number).toMatch(/^\+61(491570\d{3}|25550\d{4}|27010\d{4})$/);
  }
  const kim = await database.db
    .selectFrom("caller")
    .select(["ended_calls", "location"])
    .where("name", "=", "Kim Ng")
    .executeTakeFirst();
  expect(kim).toEqual({ ended_calls: 3, location: "Marrickville" });

  const { id } = await desk.ring("+61255500810");
  const flag = await desk.aFlag({ name: "Hoax", kind: "warning" });
  const caller = (await desk.call(id)).caller.id ?? "";
  await desk.db
    .insertInto("caller_flag")
    .values({ caller_id: caller, flag_id: flag, reason: "False name" })
    .execute();
  expect((await desk.call(id)).caller).toMatchObject({
    flags: [],
    warning: { kind: "warning", reason: "False name" },
  });
});
