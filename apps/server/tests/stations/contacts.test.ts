import { expect, test } from "vitest";

import type { Contact, ImportRow } from "@linedesk/contract";
import { RESTORE_MS } from "../../src/contacts/contacts.ts";
import { aStation } from "../support/people.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();
const bob = desk.people.screener;
const carla = desk.people.presenter;

interface Listed {
  items: Contact[];
  nextCursor: string | null;
  counts: { station: number; show: number; person: number } | null;
  shows: string[] | null;
}

async function list(query = "", person = bob, station = desk.station): Promise<Listed> {
  const { status, body } = await desk.get(`/contacts?station=${station}${query}`, person);
  expect(status).toBe(200);
  return body as unknown as Listed;
}
function add(contact: object, person = bob) {
  return desk.post("/contacts", { station: desk.station, ...contact }, person);
}
async function added(contact: object, person = bob): Promise<Contact> {
  const { status, body } = await add(contact, person);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body["contact"] as Contact;
}
function pathOf({ number, owner, show }: Contact, rest = ""): string {
  const named = show === null ? "" : `&show=${encodeURIComponent(show)}`;
  return `/contacts/${encodeURIComponent(number)}${rest}?station=${desk.station}&owner=${owner}${named}`;
}
function change(contact: Contact, details: object, person = bob) {
  return desk.send("PUT", pathOf(contact), person, { version: contact.version, ...details });
}
function remove(contact: Contact, person = bob) {
  return desk.send("DELETE", pathOf(contact), person);
}
function restore({ number, owner }: Contact, person = bob) {
  const body = { station: desk.station, owner };
  return desk.post(`/contacts/${encodeURIComponent(number)}/restore`, body, person);
}
function number(n: number): string {
  return `+6149157${String(n).padStart(4, "0")}`;
}

test("[CT1] [CT4] [CT6] a number is unique in the book of the station, of each show and of each person", async () => {
  const kim = await added({ number: "0491 570 006", name: " Kim Ng ", tags: ["regular"] });
  const ofShow = { number: "+61 491 570 006", name: "Kim of Drive", owner: "show", show: "Drive" };
  const show = await added(ofShow);
  const own = await added({ number: "0491570006", name: "Kimmy", owner: "person" });

  expect(kim).toMatchObject({
    owner: "station",
    show: null,
    number: "+61491570006",
    numberDisplay: "0491 570 006",
    name: "Kim Ng",
    tags: ["regular"],
    note: "",
    favourite: false,
    pastNumbers: [],
    version: 1,
    changedBy: "Bob",
    lastCallAt: null,
  });
  expect([show.owner, show.show, own.owner]).toEqual(["show", "Drive", "person"]);
  expect(await add({ number: "61491570006", name: "Another" }, carla)).toMatchObject({
    status: 409,
    body: {
      error: {
        code: "conflict",
        reason: "contact_known_as",
        params: { number: "0491 570 006", name: "Kim Ng" },
        fields: { number: { reason: "is_taken" } },
        message: "0491 570 006 is already in the phone book as Kim Ng.",
      },
    },
  });
  expect((await add({ ...ofShow, show: "DRIVE" }, carla)).status).toBe(409);
  const other = await added({ ...ofShow, show: "Breakfast" }, carla);
  await added({ number: "0491 570 006", name: "K", owner: "person" }, carla);
  const { items, counts, shows } = await list();
  expect(items.map(({ id }) => id)).toEqual([kim.id, show.id, other.id, own.id]);
  expect([counts, shows]).toEqual([{ station: 1, show: 2, person: 1 }, ["Breakfast", "Drive"]]);
  expect((await list("&owner=show&show=drive")).items).toEqual([show]);
  expect((await list(`&number=${encodeURIComponent("0491 570 006")}&owner=station`)).items).toEqual(
    [kim],
  );
  for (const wrong of [{ show: "Drive" }, { owner: "show" }, { owner: "person", show: "Drive" }]) {
    expect((await add({ number: "0491 570 007", name: "X", ...wrong })).status).toBe(400);
  }
  const [one, two] = await Promise.all([
    add({ number: number(1), name: "First" }),
    add({ number: number(1), name: "Second" }, carla),
  ]);
  expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test("[CT1] [CT15] only the person sees and changes their own contacts, at every station", async () => {
  const own = await added({ number: number(20), name: "My aunt", owner: "person" });
  const elsewhere = await aStation(desk.db, [[bob, "screener"]]);

  expect((await list("&find=aunt", bob, elsewhere)).items).toMatchObject([{ id: own.id }]);
  for (const person of [carla, desk.people.owner]) {
    expect((await list("&find=aunt", person)).items).toEqual([]);
    expect((await change(own, { name: "Mine" }, person)).status).toBe(404);
    expect((await remove(own, person)).status).toBe(404);
  }
  const events = await desk.events();
  expect(JSON.stringify(events)).not.toContain("My aunt");
  const rows = await desk.db.selectFrom("outbox").select(["channel", "payload"]).execute();
  const mine = rows.filter(({ channel }) => channel === `private-user-${bob.id}`);
  expect(mine.at(-1)?.payload).toEqual({ type: "contacts.changed" });
  expect(rows.filter(({ channel }) => channel === `private-user-${carla.id}`)).not.toEqual(mine);
});

test("[CT4] [CT14] [CT15] a change is matched by number, reaches every seat, and is refused after a colleague's change", async () => {
  const dana = await added({ number: number(30), name: "Dana Petrov" });
  const first = await change(dana, { name: "Dana Petrova", favourite: true }, carla);

  const second = await change(dana, { name: "Dan", tags: ["x"] });

  expect(second).toMatchObject({
    status: 409,
    body: {
      error: {
        code: "conflict",
        message: "Carla changed this contact in the meantime. Check it and try again.",
      },
    },
  });
  const [now] = (await list("&find=petrova")).items;
  expect(now).toEqual(first.body["contact"]);
  expect(now).toMatchObject({ version: 2, favourite: true, changedBy: "Carla", tags: [] });
  const both = await Promise.all([
    change({ ...dana, version: 2 }, { note: "one" }),
    change({ ...dana, version: 2 }, { note: "two" }, carla),
  ]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await change({ ...dana, number: number(39) }, { name: "X" })).status).toBe(404);
  expect(await desk.actionsOn(dana.id)).toEqual([
    "contact.added",
    "contact.changed",
    "contact.changed",
  ]);
  const events = (await desk.events()).filter(
    (event) => event.type === "contact.changed" && event.contact.id === dana.id,
  );
  expect(events).toHaveLength(3);
  expect(events[1]).toMatchObject({ before: number(30), contact: { ...now, version: 2 } });
});

test("[CT8] [CT12] a contact with a new number keeps its id, calls and audit, and is still found by the old number", async () => {
  const { sid } = await desk.ring(number(40));
  await desk.service.drop(sid);
  const sam = await added({ number: number(40), name: "Sam Tran" });
  const taken = await added({ number: number(42), name: "Taken" });

  const moved = (await change(sam, { number: "0491 570 041" })).body["contact"] as Contact;

  expect(sam.lastCallAt).not.toBeNull();
  expect(moved).toMatchObject({
    id: sam.id,
    number: number(41),
    pastNumbers: [number(40)],
    lastCallAt: sam.lastCallAt,
    version: 2,
    name: "Sam Tran",
  });
  expect(await desk.actionsOn(sam.id)).toEqual(["contact.added", "contact.moved"]);
  for (const find of ["0491 570 040", "049157004", "+61491570041"]) {
    expect((await list(`&find=${encodeURIComponent(find)}`)).items.map(({ id }) => id)).toContain(
      sam.id,
    );
  }
  const refused = await change(moved, { number: taken.number });
  expect(refused).toMatchObject({
    status: 409,
    body: { error: { reason: "contact_known_as", fields: { number: { reason: "is_taken" } } } },
  });
  const back = (await change(moved, { number: number(40) })).body["contact"] as Contact;
  expect(back.pastNumbers).toEqual([number(41)]);
});

test("[CT1] a number is kept in E.164, and an invalid one is refused", async () => {
  for (const written of ["12", "hello", "", "+61 491", "0491 570 0066 7"]) {
    expect(await add({ number: written, name: "Nobody" })).toMatchObject({
      status: 400,
      body: {
        error: { fields: { number: { reason: "must_be_number" } } },
      },
    });
  }
  const abroad = await added({ number: "+44 (0)20 7946 0018", name: "London" });
  expect(abroad).toMatchObject({ number: "+442079460018", numberDisplay: "+44 20 7946 0018" });
  expect((await change(abroad, { number: "none" })).status).toBe(400);
});

test("[CT32] two people behind one switchboard are two contacts, each with an extension", async () => {
  const mayor = await added({ number: "02 5550 0190 x101", name: "Council, mayor" });
  const press = await added({ number: "02 5550 0190 ext. 102", name: "Council, press" });
  const desks = [mayor, press];

  expect(desks.map(({ number, numberDisplay }) => [number, numberDisplay])).toEqual([
    ["+61255500190;ext=101", "02 5550 0190 ext. 101"],
    ["+61255500190;ext=102", "02 5550 0190 ext. 102"],
  ]);
  expect((await add({ number: "02 5550 0190;ext=101", name: "Again" })).status).toBe(409);
  expect((await change(press, { name: "Press desk" })).status).toBe(200);
  expect((await list("&find=0255500190")).items).toHaveLength(2);
  expect((await list(`&number=${encodeURIComponent("02 5550 0190")}`)).items).toHaveLength(2);

  const rows: ImportRow[] = [
    ["02 5550 0190 x103", "Council, parks"],
    ["1300 FLOWERS", "Florist"],
    ["6.14916E+10", "Spoiled"],
    ["0491 570 491", "Gr\uFFFD\uFFFDe"],
    ["0491 570 492", "\u202EKim\u200B Ng"],
  ].map(([number = "", name = ""], at) => ({ line: at + 2, number, name, tags: [], note: "" }));
  const { body } = await desk.post(
    "/contacts/import",
    { station: desk.station, owner: "person", dryRun: true, rows },
    bob,
  );
  expect(body).toMatchObject({
    added: 3,
    known: [],
    bad: [
      { line: 4, reason: "row_number_spoiled", params: { number: "6.14916E+10" } },
      { line: 5, reason: "row_characters_lost" },
    ],
  });
});

test("[DA16] a contact's name and tags have no invisible characters", async () => {
  const name = "\u202EKim\u200B\u0007Ng";
  const contact = await added({ number: number(702), name, tags: ["\u2066guest\u2069"] });

  expect(contact).toMatchObject({ name: "Kim Ng", tags: ["guest"] });
});

test("[CL42] a contact is found as its name is said", async () => {
  await added({ number: number(700), name: "Sinéad O’Connor" });
  await added({ number: number(701), name: "Mary-Anne Müller" });
  await added({ number: number(770), name: "Novak McDonaldović" });
  await added({ number: number(771), name: "Đurđa Vandamme" });

  for (const find of ["oconnor", "o'connor", "connor", "sinead oconnor"]) {
    const { items } = await list(`&find=${encodeURIComponent(find)}`);
    expect(items.map(({ name }) => name)).toEqual(["Sinéad O’Connor"]);
  }
  for (const find of ["maryanne", "mary anne", "mary-anne", "mueller", "muller", "müller"]) {
    const { items } = await list(`&find=${encodeURIComponent(find)}`);
    expect(items.map(({ name }) => name)).toEqual(["Mary-Anne Müller"]);
  }
  expect((await list("&find=mc%20donald")).items[0]?.name).toBe("Novak McDonaldović");
  for (const find of ["van damme", "van-damme", "djurdja", "durda van"]) {
    const { items } = await list(`&find=${encodeURIComponent(find)}`);
    expect(items.map(({ name }) => name)).toEqual(["Đurđa Vandamme"]);
  }
});

test("[CT10] [CT4] a removed contact can be restored for 8 s, unless its number is in use again", async () => {
  const lee = await added({ number: number(50), name: "Lee Brown", note: "Cricket" });
  desk.clock.stop();
  const gone = await remove(lee);
  expect(gone.body["until"]).toBe(new Date(desk.clock.now() + 8_000).toISOString());
  expect((await list("&find=lee")).items).toEqual([]);
  expect((await remove(lee)).status).toBe(404);

  desk.clock.push(RESTORE_MS - 1);
  expect((await restore(lee)).body["contact"]).toEqual(lee);
  expect((await list("&find=lee")).items).toEqual([lee]);

  await remove(lee, carla);
  await added({ number: lee.number, name: "Somebody else" });
  expect((await restore(lee)).status).toBe(409);
  const dan = await added({ number: number(51), name: "Dan" });
  await remove(dan);
  desk.clock.push(RESTORE_MS + 1);
  expect(await restore(dan)).toMatchObject({
    status: 404,
    body: { error: { message: "This contact can no longer be restored." } },
  });
  desk.clock.go();
  expect(await desk.actionsOn(lee.id)).toEqual([
    "contact.added",
    "contact.removed",
    "contact.restored",
    "contact.removed",
  ]);
  const last = (await desk.events()).filter(({ type }) => type === "contact.removed").at(-1);
  expect(last).toMatchObject({ id: dan.id, number: dan.number });
});

test("[CT12] contacts are found by beginnings of words and numbers, favourites first, page by page", async () => {
  const names = ["Zoë Quill", "Adam Quill", "Quill Media", "O'Quill Board"];
  for (const [n, name] of names.entries()) {
    await added({ number: number(60 + n), name, favourite: n === 0, tags: ["guest, council"] });
  }
  await added({ number: number(70), name: "Abel Quill", owner: "person" });

  async function namesOf(query: string): Promise<string[]> {
    return (await list(query)).items.map(({ name }) => name);
  }
  const ordered = ["Zoë Quill", "Abel Quill", "Adam Quill", "O'Quill Board", "Quill Media"];
  expect(await namesOf("&find=QUIL")).toEqual(ordered);
  expect(await namesOf("&find=zoe+counc")).toEqual(["Zoë Quill"]);
  expect(await namesOf("&find=uill")).toEqual([]);
  expect(await namesOf("&find='%26!()")).toEqual([]);
  expect(await namesOf("&find=0491570060")).toEqual(["Zoë Quill"]);
  expect(await namesOf("&find=quill&favourite=true")).toEqual(["Zoë Quill"]);
  expect(await namesOf("&find=quill&owner=person")).toEqual(["Abel Quill"]);
  const paged: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: Listed = await list(`&find=quill&limit=2${cursor}`);
    paged.push(...page.items.map(({ name }) => name));
    cursor = page.nextCursor === null ? null : `&cursor=${page.nextCursor}`;
  }
  expect(paged).toEqual(ordered);
  const wrong = await desk.get(`/contacts?station=${desk.station}&cursor=x`, bob);
  expect(wrong.status).toBe(400);
});

test("[CL11] [CT6] a caller is saved to the phone book once, under the known name", async () => {
  const { id } = await desk.ring(number(80));
  await desk.post("/caller/name", { call: id, name: "Priya Nair" }, bob);
  await desk.post("/caller/location", { call: id, location: "Parramatta" }, bob);
  const { id: withheld } = await desk.ring("anonymous");

  const saved = await desk.post("/caller/contact", { call: id }, bob);
  const again = await desk.post("/caller/contact", { call: id }, carla);
  const own = await desk.post("/caller/contact", { call: id, owner: "person" }, carla);

  expect(saved.body["contact"]).toMatchObject({
    number: number(80),
    name: "Priya Nair",
    note: "Parramatta",
    owner: "station",
  });
  expect(again.status).toBe(409);
  expect(own.body["contact"]).toMatchObject({ owner: "person", changedBy: "Carla" });
  expect((await desk.post("/caller/contact", { call: withheld }, bob)).status).toBe(400);
});

test("[CT13] [CT15] the permission desk allows imports, the permission admin allows exports, and every person may do both with their own book", async () => {
  const { screener, producer, admin } = desk.people;
  const rows: ImportRow[] = [{ line: 2, number: number(91), name: "Desk", tags: [], note: "" }];
  const importing = { station: desk.station, dryRun: false, rows };
  const exporting = { station: desk.station };
  const mine = { owner: "person" };

  expect((await desk.post("/contacts/import", importing, screener)).status).toBe(403);
  expect((await desk.post("/contacts/import", importing, producer)).status).toBe(200);
  expect((await desk.post("/contacts/import", { ...importing, ...mine }, screener)).status).toBe(
    200,
  );
  expect((await desk.post("/contacts/export", exporting, producer)).status).toBe(403);
  const exported = await desk.post("/contacts/export", exporting, admin);
  expect(JSON.stringify(exported.body["items"])).toContain(number(91));
  const own = await desk.post("/contacts/export", { ...exporting, ...mine }, screener);
  expect(JSON.stringify(own.body["items"])).toContain(number(91));
  for (const [action, first] of [
    ["contacts.imported", producer],
    ["contacts.exported", admin],
  ] as const) {
    const entries = await desk.audited(action, "user_id");
    expect(entries.map((entry) => entry.user_id)).toEqual([first.id, screener.id]);
  }
});
