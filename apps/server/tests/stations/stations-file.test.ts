import { expect, test } from "vitest";

import { readMembers } from "../../src/people/members.ts";
import { applyStations } from "../../src/stations/apply-stations.ts";
import { readLineDetails } from "../../src/stations/phone-lines/line-details.ts";
import { readStationDetails } from "../../src/stations/station-details.ts";
import { findStationByCallSign } from "../../src/stations/station-store.ts";
import { parseStations } from "../../src/stations/stations-file.ts";
import { openTestDatabase } from "../support/database.ts";

const database = await openTestDatabase();
function apply(...stations: object[]): Promise<void> {
  return applyStations(database.db, parseStations(JSON.stringify({ stations })).stations);
}
async function whole() {
  const { db } = database;
  const id = (await findStationByCallSign(db, "4FM")) ?? "";
  const audit = await db.selectFrom("audit_entry").select("action").orderBy("id").execute();
  return {
    details: await readStationDetails(db, id),
    lines: await readLineDetails(db, id),
    people: await readMembers(db, id),
    actions: audit.map(({ action }) => action),
  };
}

const main = { name: "Main", number: "+61755500101" };
const contest = { name: "Contest", number: "+61755500102", open: false, priority: true };
const withheld = { withheld: "to_back", withheldWords: "We wait for your number." };
const logo = "data:image/png;base64,iVBORw0KGgo=";
const given = {
  callSign: "4fm",
  name: "4FM Brisbane",
  maxDialS: 600,
  lines: [main, contest],
  people: [{ email: "kim@example.com", role: "owner" }],
};

test("[AD35] [AD190] a file creates stations, lines and people, and a repeated or changed one applies only differences", async () => {
  await apply(given);
  const first = await whole();
  expect(first.details).toMatchObject({ callSign: "4FM", name: "4FM Brisbane", maxDialS: 600 });
  expect(first.lines).toMatchObject([
    { number: "+61755500101", isOwn: true, open: true, priority: false },
    { number: "+61755500102", isOwn: true, open: false, priority: true },
  ]);
  expect(first.people).toMatchObject([{ email: "kim@example.com", role: "owner", invited: true }]);

  await apply(given);
  expect(await whole()).toEqual(first);

  const lee = { email: "lee@example.com", role: "screener" };
  await apply({
    callSign: "4FM",
    name: "4FM",
    holdMusicUrl: "https://radio.example.com/hold.mp3",
    logo,
    lines: [{ ...main, name: "Talkback", ...withheld }],
    people: [{ email: "KIM@example.com", role: "owner" }, lee],
  });
  const after = await whole();
  expect(after.details).toEqual({
    ...first.details,
    name: "4FM",
    holdMusicUrl: "https://radio.example.com/hold.mp3",
    logo,
  });
  expect(after.lines[0]).toMatchObject(withheld);
  expect(after.lines.map(({ name, open }) => [name, open])).toEqual([
    ["Talkback", true],
    ["Contest", false],
  ]);
  expect(after.people.map(({ email, role }) => [email, role])).toEqual([
    ["kim@example.com", "owner"],
    ["lee@example.com", "screener"],
  ]);
  expect(after.actions.slice(first.actions.length)).toEqual([
    "station.changed",
    "line.changed",
    "member.invited",
  ]);
});

test("[AD35] a value that the admin area would refuse stops the start, with its path", async () => {
  await expect(apply({ callSign: "4KQ", name: "4KQ", lines: [main] })).rejects.toThrow(
    "STATIONS cannot be applied at stations.0 (4KQ): Another phone line already has this number.",
  );
  await expect(
    apply({ ...given, people: [{ email: "kim@example.com", role: "admin" }] }),
  ).rejects.toThrow("The station needs an owner");
});

test("[AD35] servers that start at the same time apply the file one after the other, and create nothing twice", async () => {
  const raced = {
    callSign: "4BH",
    name: "4BH",
    lines: [{ name: "Main", number: "+61755500110" }],
    people: [{ email: "kim@example.com", role: "owner" }],
  };

  await Promise.all([apply(raced), apply(raced), apply(raced)]);

  const { db } = database;
  const id = (await findStationByCallSign(db, "4BH")) ?? "";
  const audit = await db
    .selectFrom("audit_entry")
    .select("action")
    .where("station_id", "=", id)
    .execute();
  expect(audit.map(({ action }) => action).toSorted()).toEqual([
    "line.added",
    "member.invited",
    "station.added",
  ]);
  expect(await readLineDetails(db, id)).toHaveLength(1);
  expect(await readMembers(db, id)).toHaveLength(1);
});
