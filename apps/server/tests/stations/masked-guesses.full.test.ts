import { sql } from "kysely";
import { expect, test } from "vitest";

import { contactOwners, type NumbersFrom } from "@linedesk/contract";
import { listFindWords } from "../../src/contacts/contact-words.ts";
import { foldSearch } from "../../src/platform/fold-search.ts";
import { countNumbers } from "../../src/platform/http/number-guesses.ts";
import { openDesk, type Answer } from "../support/telephone-desk.ts";

const desk = await openDesk();

function numberAt(index: number): string {
  return `+61${491_570_200 + index}`;
}

async function showFrom(numbersFrom: NumbersFrom): Promise<void> {
  await desk.db
    .updateTable("station")
    .set({ numbers_from: numbersFrom })
    .where("id", "=", desk.station)
    .execute();
}

test("[AD104] a masked seat cannot import a file into any phone book of the station", async () => {
  const { station, people } = desk;
  const known = { station, number: numberAt(0), name: "Kim" };
  expect((await desk.post("/contacts", known, people.owner)).status).toBe(200);
  const rows = [{ line: 1, number: numberAt(0), name: "A", tags: [], note: "" }];
  async function importFile(from: NumbersFrom): Promise<Answer[]> {
    await showFrom(from);
    const answers: Answer[] = [];
    for (const owner of contactOwners) {
      const show = owner === "show" ? { show: "Breakfast" } : {};
      for (const dryRun of [true, false]) {
        const file = { station, owner, ...show, dryRun, rows };
        answers.push(await desk.post("/contacts/import", file, people.producer));
      }
    }
    return answers;
  }

  const refused = await importFile("admin");
  expect(refused.map(({ status }) => status)).toEqual(Array(6).fill(403));
  expect(JSON.stringify(refused)).not.toContain("Kim");
  const taken = await importFile("producer");
  expect(taken.map(({ status }) => status)).toEqual(Array(6).fill(200));
});

test("[AD104] adding callers and exporting a number count as queries of full numbers", async () => {
  const { station, people } = desk;
  await showFrom("owner");
  const { id } = await desk.ring("+61491570161");
  const { admin, owner } = people;
  const asks = [
    (number: string, person = admin) =>
      desk.post(`/admin/${station}/callers`, { number, name: "" }, person),
    (number: string, person = admin) =>
      desk.post(`/admin/${station}/privacy/export`, { number }, person),
  ] as const;

  for (let index = 0; index < 30; index += 1) {
    const answers = await Promise.all(asks.map((ask) => ask(numberAt(100 + index))));
    expect([index, ...answers.map(({ status }) => status)]).toEqual([index, 200, 200]);
  }
  const more = await Promise.all(asks.map((ask) => ask(numberAt(99))));
  expect(more.map(({ status }) => status)).toEqual([429, 429]);

  // An encrypted number does not count as a guess. It cannot be exported, because the file would
  // reveal the number.
  const { body } = await desk.get(`/twilio/calls/call_list?station=${station}`, admin);
  const calls = body["calls"] as { id: string; caller: { number: string } }[];
  const hidden = calls.find((call) => call.id === id)?.caller.number ?? "";
  expect(hidden).toMatch(/^hidden\./);
  const [added, exported] = await Promise.all(asks.map((ask) => ask(hidden)));
  expect(added?.status).toBe(409);
  expect(exported?.status).toBe(400);

  for (let index = 0; index < 61; index += 1) {
    const seen = await asks[1](numberAt(index), owner);
    expect([index, seen.status]).toEqual([index, 200]);
  }
  expect((await asks[0](numberAt(99), owner)).status).toBe(200);
});

test("[AD104] a digit with an accent counts in every search", async () => {
  const { station, people } = desk;
  await showFrom("owner");
  await desk.ring("+61491570162");
  const written = encodeURIComponent("0491\u0301570\u0345162");
  const callers = `/caller/caller_list?station=${station}&find=${written}`;
  const contacts = `/contacts?station=${station}&find=${written}`;
  const found = await desk.get(callers, people.presenter);
  expect(found.body["items"]).toHaveLength(1);

  for (let index = 1; index < 60; index += 1) {
    const path = index % 2 === 0 ? callers : contacts;
    expect([index, (await desk.get(path, people.presenter)).status]).toEqual([index, 200]);
  }
  const more = [
    await desk.get(callers, people.presenter),
    await desk.get(contacts, people.presenter),
    await desk.get(`/admin/${station}/callers?find=${written}`, people.admin),
  ];
  expect(more.map(({ status }) => status)).toEqual([429, 429, 429]);
});

test("[AD104] every text that a search reads as a number counts, whatever characters it contains", async () => {
  const number = "0491570156";
  const finds = Array.from({ length: 0x30ff }, (_, at) => String.fromCodePoint(at + 1)).flatMap(
    (sign) => [`0491${sign}570156`, `${number}${sign}`, `0491 ${sign}570${sign} 156`],
  );
  const folded = finds.map((find) => foldSearch(find));
  const { rows } = await sql<{ at: number }>`
    select at::int from unnest(${folded}::text[]) with ordinality as found (find, at)
    where ${number} = any (caller_words(find))`.execute(desk.db);
  const byCallers = new Set(rows.map(({ at }) => finds[at - 1] ?? ""));

  const found = finds.filter((find) => byCallers.has(find) || listFindWords(find).includes(number));
  expect(found.length).toBeGreaterThan(300);
  expect(found.filter((find) => countNumbers(find) === 0)).toEqual([]);
});

test("[AD73] [AD79] a masked person exports the data of one number, with the caller's other numbers masked", async () => {
  const { station, people } = desk;
  const [own, other, given] = ["+61491570156", "+61491570157", "+61491570158"];
  await desk.ring(own);
  const call = desk.db.selectFrom("call").selectAll().where("number", "=", own);
  const { id, caller_id: caller } = await call.executeTakeFirstOrThrow();
  await desk.db
    .insertInto("caller_number")
    .values({ station_id: station, caller_id: caller ?? "", number: other })
    .execute();
  await desk.db.updateTable("call").set({ given_number: given }).where("id", "=", id).execute();
  await desk.post("/contacts", { station, number: other, name: "Kim" }, people.owner);
  const moved = { number: own, past_numbers: [other] };
  await desk.db.updateTable("contact").set(moved).where("number", "=", other).execute();

  async function take(number: string, from: NumbersFrom, person = people.owner): Promise<string> {
    await showFrom(from);
    const answer = await desk.post(`/admin/${station}/privacy/export`, { number }, person);
    expect(answer.status).toBe(200);
    return String(answer.body["json"]);
  }
  const whole = await take(own, "owner");
  for (const number of [own, other, given]) {
    expect(whole).toContain(number);
  }
  const masked = await take(own, "nobody");
  expect(JSON.parse(masked)).toMatchObject({
    number: own,
    callers: [{ numbers: [own, "+••••••••157"] }],
    calls: [{ number: own, given_number: "+••••••••158" }],
    contacts: [{ number: own, past_numbers: ["+••••••••157"] }],
  });
  const byGiven = await take(given, "nobody");
  expect(JSON.parse(byGiven)).toMatchObject({
    calls: [{ number: "+••••••••156", given_number: given }],
  });
  for (const number of [other, given]) {
    expect(masked.replaceAll(" ", "")).not.toContain(number.slice(3));
  }
  for (const number of [own, other]) {
    expect(byGiven.replaceAll(" ", "")).not.toContain(number.slice(3));
  }
});

test("[AD79] a caller's numbers are in the order in which they were given, so that the order reveals nothing", async () => {
  const { station, people } = desk;
  await showFrom("owner");
  const { sid, id } = await desk.ring("+61491570335");
  const row = desk.db.selectFrom("call").select("caller_id as caller").where("id", "=", id);
  const { caller } = await row.executeTakeFirstOrThrow();
  await desk.service.drop(sid);
  await desk.service.settle();

  // A smaller number, a larger number and one with the same last digits follow the unknown number.
  for (const number of ["0491570001", "0491579999", "0491560335"]) {
    const given = { station, caller, number, has: true };
    expect((await desk.post("/caller/numbers", given, people.producer)).status).toBe(200);
  }
  const search = await desk.get(
    `/caller/caller_list?station=${station}&find=${encodeURIComponent("0491570001")}`,
    people.producer,
  );
  const profile = await desk.get(
    `/caller/profile?station=${station}&caller=${caller}`,
    people.producer,
  );

  const found = (search.body["items"] as { numbers: unknown[] }[])[0]?.numbers;
  const known = (profile.body["profile"] as { numbers: unknown[] }).numbers;
  for (const numbers of [found, known]) {
    const ends = (numbers ?? []).map((one) => /\d{3}(?!.*\d{3})/.exec(JSON.stringify(one))?.[0]);
    expect(ends).toEqual(["335", "001", "999", "335"]);
  }
});

test("[AD60] a masked person cannot search the audit by digits, not even after a word", async () => {
  const { station, people } = desk;
  await showFrom("owner");
  const digits = encodeURIComponent("0491 57");
  const path = `/admin/${station}/audit`;

  expect((await desk.get(`${path}?object=${digits}`, people.admin)).status).toBe(400);
  for (const object of ["0", "kim 0", "line 2", "\u0660"]) {
    const named = `${path}?object=${encodeURIComponent(object)}`;
    expect((await desk.get(named, people.admin)).status).toBe(400);
    const taken = await desk.post(`${path}/export`, { object }, people.admin);
    expect(taken.status).toBe(400);
  }
  for (const object of [station, "kim"]) {
    const named = `${path}?object=${encodeURIComponent(object)}`;
    expect((await desk.get(named, people.admin)).status).toBe(200);
  }
  expect((await desk.get(`${path}?object=${digits}`, people.owner)).status).toBe(200);
});
