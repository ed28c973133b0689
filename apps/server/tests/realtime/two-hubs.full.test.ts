import type { PresenceChannel } from "pusher-js";
import { beforeAll, expect, test } from "vitest";

import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { publishToUser } from "../../src/platform/realtime/publish.ts";
import { connectPlain, subscribe } from "../support/connect-pusher.ts";
import { nextEvent } from "../support/hub-server.ts";
import { aPerson, aStation, type Person } from "../support/people.ts";
import { asPerson, startTestServer, type TestServer } from "../support/station-server.ts";

let here: TestServer;
let there: TestServer;
let station: string;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  here = await startTestServer();
  there = await startTestServer({}, { beside: here });
  [alice, bob] = [await aPerson(here.db, "Alice"), await aPerson(here.db, "Bob")];
  station = await aStation(here.db, [
    [alice, "screener"],
    [bob, "screener"],
  ]);
  return async () => {
    await there.close();
    await here.close();
  };
});

/** Connects to one server; a load balancer sends the requests to the other server. */
function connect(person: Person, [socket, api]: [TestServer, TestServer]) {
  return connectPlain({ get: (path) => socket.get(path), url: api.url }, asPerson(person));
}

test("[RT16] [HB40] consoles at two servers are at one station, whichever server signs", async () => {
  const [alices, bobs] = await Promise.all([
    connect(alice, [here, there]),
    connect(bob, [there, here]),
  ]);
  const channel = `private-station-${station}`;
  for (const client of [alices, bobs]) {
    expect(await subscribe(client, channel)).toEqual({});
    await subscribe(client, `presence-station-${station}`);
  }
  const { members } = alices.channel(`presence-station-${station}`) as PresenceChannel;
  await expect.poll(() => members.count).toBe(2);
  const received = [alices, bobs].map((client) => nextEvent(client.channel(channel), "chat.sent"));

  const body = { station, key: uuidV7(), text: "hello" };
  const sent = await there.post("/api/chat", body, alice);

  expect(sent.ok).toBe(true);
  for (const event of await Promise.all(received)) {
    expect(event).toMatchObject({ message: { text: "hello" } });
  }
});

test("[RT13] the end of a session closes the person's sockets at every server", async () => {
  const clients = await Promise.all([
    connect(bob, [here, there]),
    connect(bob, [there, here]),
    connect(alice, [there, here]),
  ]);
  await Promise.all(clients.map((client) => subscribe(client, `private-station-${station}`)));
  const ended = clients.slice(0, 2).map((client) => nextEvent(client.connection, "disconnected"));

  await there.db
    .transaction()
    .execute((trx) => publishToUser(trx, bob.id, { type: "session.revoked" }));

  await Promise.all(ended);
  expect(clients[2]?.connection.state).toBe("connected");
});
