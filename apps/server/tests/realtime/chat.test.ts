import { randomUUID } from "node:crypto";

import { afterAll, expect, test } from "vitest";

import type { ChatMessage, Role } from "@linedesk/contract";
import { arrivedState } from "../../src/calls/state/desk-state.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { findOutboxLag } from "../../src/platform/realtime/outbox-store.ts";
import { connectPusher, subscribe } from "../support/connect-pusher.ts";
import { aPerson, aStation, type Person } from "../support/people.ts";
import { asPerson, startTestServer } from "../support/station-server.ts";

const server = await startTestServer();
const { db } = server;
const people = {
  screener: await aPerson(db, "Alice"),
  presenter: await aPerson(db, "Bob"),
  producer: await aPerson(db, "Carla"),
  admin: await aPerson(db, "Dan"),
  owner: await aPerson(db, "Erin"),
};
const outsider = await aPerson(db, "Mallory");
const members = Object.entries(people) as [Role, Person][];
const station = await aStation(
  db,
  members.map(([role, person]) => [person, role]),
);
const otherStation = await aStation(db, [[outsider, "owner"]]);
afterAll(() => server.close());

interface Answer {
  status: number;
  body: { message: ChatMessage; error: { code: string; fields?: Record<string, string> } };
}

async function send(over: object, person?: Person): Promise<Answer> {
  const body = { station, key: randomUUID(), text: "hello", ...over };
  const answer = await server.post("/api/chat", body, person);
  return { status: answer.status, body: (await answer.json()) as Answer["body"] };
}

interface Page {
  items: ChatMessage[];
  nextCursor: string | null;
  now: string;
}
async function read(query = "", person: Person = people.screener): Promise<Page> {
  const answer = await server.get(`/api/chat?station=${station}${query}`, person);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}

/** Follows the station as this person from now on. Events of earlier tests are already sent. */
async function follow(person: Person) {
  await expect.poll(async () => (await findOutboxLag(db)).unsent).toBe(0);
  const client = await connectPusher(server, asPerson(person));
  const events: { type: string; seq: number; message?: ChatMessage; person?: unknown }[] = [];
  client.bind_global((name: string, data: never) => {
    if (name.startsWith("chat.")) {
      events.push(data);
    }
  });
  const admitted = (await subscribe(client, `private-station-${station}`)) !== 403;
  return { events, admitted };
}

test("[CH1] [CH8] every member writes and reads messages, newest first, numbered from 1 without gaps, page by page", async () => {
  const sent: ChatMessage[] = [];
  for (const [role, person] of Object.entries(people)) {
    const { status, body } = await send({ text: `from ${role}` }, person);
    expect(status).toBe(200);
    sent.unshift(body.message);
  }
  await Promise.all(Array.from({ length: 10 }, (_, n) => send({ text: `${n}` }, people.producer)));

  const all = await read();

  expect(all.items.map(({ number }) => number)).toEqual(
    Array.from({ length: 15 }, (_, n) => 15 - n),
  );
  expect(all.items.slice(-5)).toEqual(sent);
  expect(all.items.at(-1)?.from).toEqual({ user: people.screener.id, name: "Alice" });
  expect(Math.abs(Date.parse(all.now) - Date.now())).toBeLessThan(60_000);
  const pages = [await read("&limit=6")];
  while (pages.at(-1)?.nextCursor !== null) {
    pages.push(await read(`&limit=6&cursor=${pages.at(-1)?.nextCursor}`));
  }
  expect(pages.map(({ items }) => items.length)).toEqual([6, 6, 3]);
  expect(pages.flatMap(({ items }) => items)).toEqual(all.items);
});

test("[CH1] [CH8] a message reaches two seats of the station and no person of another station, and the next event has the next seq", async () => {
  const [alice, bob, mallory] = await Promise.all([
    follow(people.screener),
    follow(people.presenter),
    follow(outsider),
  ]);

  const { body } = await send({ text: "line 4 is the council guy" }, people.presenter);

  const expected = { type: "chat.sent", message: body.message };
  await expect.poll(() => alice.events).toMatchObject([expected]);
  await expect.poll(() => bob.events).toMatchObject([expected]);
  await server.post("/api/chat/typing", { station }, people.presenter);
  await expect
    .poll(() => alice.events.at(-1))
    .toMatchObject({
      type: "chat.typed",
      seq: (alice.events[0]?.seq ?? 0) + 1,
    });
  expect(mallory).toEqual({ admitted: false, events: [] });
  const elsewhere = await server.get(`/api/chat?station=${otherStation}`, outsider);
  expect(await elsewhere.json()).toMatchObject({ items: [] });
});

test("[CH7] a repeated key returns the same message, at the same time or later, and with a different text 409", async () => {
  const key = randomUUID();
  const twins = await Promise.all([1, 2, 3].map(() => send({ key, text: "once" }, people.admin)));
  const later = await send({ key, text: " once\n" }, people.admin);
  const other = await send({ key, text: "twice" }, people.admin);
  const ofAnother = await send({ key, text: "once" }, people.owner);

  expect(twins.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([...twins, later].map(({ body }) => body.message)).toEqual(
    Array.from({ length: 4 }, () => twins[0]?.body.message),
  );
  expect([other.status, other.body.error.code]).toEqual([409, "conflict"]);
  expect(ofAnother.body.message.number).toBe((later.body.message?.number ?? 0) + 1);
  const { items } = await read();
  expect(items.filter((message) => message.key === key)).toHaveLength(2);
});

test("[CH10] control characters become spaces, and the longest message fits into an event", async () => {
  const seat = await follow(people.screener);
  const text = `a\u0000b\r\nc${"\u0001\u597d".repeat(400)}`.replaceAll("\u0000", "\u0002");

  const { body } = await send({ text }, people.owner);
  await send({ text: '"\\'.repeat(500) }, people.owner);

  expect(body.message.text).toBe(`a b\nc${" \u597d".repeat(400)}`);
  await expect
    .poll(() => seat.events.map(({ message }) => message?.text.length))
    .toEqual([805, 1_000]);
});

test("[CH10] one person may send a burst of thirty messages and is then refused, and others are not affected", async () => {
  const tireless = await aPerson(server.db, "Tim");
  const hall = await aStation(server.db, [[tireless, "screener"]]);
  const answers: number[] = [];
  // The machine's speed decides which messages arrive first, and how many more are accepted.
  for (let burst = 0; !answers.includes(429) && burst < 20; burst += 1) {
    const some = Array.from({ length: 40 }, () => send({ station: hall }, tireless));
    answers.push(...(await Promise.all(some)).map(({ status }) => status));
  }

  expect(answers.slice(0, 40).filter((status) => status === 200).length).toBeGreaterThanOrEqual(30);
  expect(new Set(answers)).toEqual(new Set([200, 429]));
  expect((await send({}, people.screener)).status).toBe(200);
});

test("[CH12] a name after an @ mentions the member, and the members are listed", async () => {
  const { body } = await send({ text: "@bob and @Mallory: see @Erin" }, people.screener);
  const answer = await server.get(`/api/chat/people?station=${station}`, people.presenter);

  expect(body.message.mentions.map(({ name }) => name).toSorted()).toEqual(["Bob", "Erin"]);
  const { items } = (await answer.json()) as { items: { name: string }[] };
  expect(items.map(({ name }) => name)).toEqual(["Alice", "Bob", "Carla", "Dan", "Erin"]);
});

async function aCall(at: string): Promise<string> {
  const now = new Date();
  const id = uuidV7(now.getTime());
  const of = { id, station_id: at, direction: "inbound", number: "+61491570156" } as const;
  const state = {
    call_state: JSON.stringify({ status: "ringing" }),
    desk: JSON.stringify(arrivedState),
  };
  await server.db
    .insertInto("call")
    .values({ ...of, ...state, arrived_at: now, changed_at: now, description: "p".repeat(300) })
    .execute();
  return id;
}

test("[CH15] a message may contain a caller's card, only of a call of this station", async () => {
  const call = await aCall(station);
  const key = randomUUID();

  const { status, body } = await send({ key, text: "", call }, people.screener);
  const again = await send({ key, text: "", call }, people.screener);
  const foreign = await send({ call: await aCall(otherStation) }, people.screener);
  const unknown = await send({ call: uuidV7() }, people.screener);

  expect(status).toBe(200);
  expect(body.message.card).toEqual({
    call,
    name: null,
    numberDisplay: "0491 570 156",
    location: null,
    point: "p".repeat(200),
  });
  expect(again.body.message).toEqual(body.message);
  expect([foreign.status, unknown.status]).toEqual([404, 404]);
  expect((await read("&limit=1")).items).toEqual([body.message]);
});

test("[CH14] the server informs the seats that a person types, and drops some of eight simultaneous repeats", async () => {
  const seat = await follow(people.screener);
  const typing = Array.from({ length: 8 }, () =>
    server.post("/api/chat/typing", { station }, people.producer),
  );
  expect((await Promise.all(typing)).map(({ status }) => status)).toEqual(
    Array.from({ length: 8 }, () => 200),
  );
  await send({ text: "the last event of this test" }, people.producer);

  await expect.poll(() => seat.events.at(-1)?.type).toBe("chat.sent");
  const typed = seat.events.filter(({ type }) => type === "chat.typed");
  expect(typed.length).toBeGreaterThan(0);
  expect(typed.length).toBeLessThan(8);
  expect(typed[0]).toMatchObject({ person: { user: people.producer.id, name: "Carla" } });
});
