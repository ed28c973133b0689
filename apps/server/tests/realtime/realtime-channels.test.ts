import { randomBytes } from "node:crypto";

import Pusher from "pusher";
import type { PresenceChannel } from "pusher-js";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";

import { createSessionStore } from "../../src/auth/session-store.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { publish } from "../../src/platform/realtime/publish.ts";
import {
  connectPlain,
  connectPusher,
  type PusherClient,
  subscribe,
} from "../support/connect-pusher.ts";
import { aPerson, aStation, type Person } from "../support/people.ts";
import { asPerson, startTestServer } from "../support/station-server.ts";

const server = await startTestServer();
const alice = await aPerson(server.db, "Alice");
const bob = await aPerson(server.db, "Bob");
const admin = await aPerson(server.db, "Erin");
const station = await aStation(server.db, [
  [alice, "screener"],
  [admin, "admin"],
]);

afterAll(() => server.close());

function connect(person: Person): Promise<PusherClient> {
  return connectPusher(server, asPerson(person));
}

function connectKeyed(key: string): Promise<PusherClient> {
  return connectPusher(server, { authorization: `Bearer ${key}` });
}

/** Resolves with the next event of this name and its sender. */
function nextOf(
  on: { bind(name: string, handle: (...received: unknown[]) => void): unknown },
  name: string,
): Promise<unknown[]> {
  return new Promise((resolve) => on.bind(name, (...what) => resolve(what)));
}

function authorise(channel: string, person?: Person): Promise<Response> {
  return server.post("/api/websocket/auth", { socket_id: "1.2", channel_name: channel }, person);
}

test("[RT1][RT15][HB1] a member follows the station with the official client", async () => {
  const client = await connect(alice);
  const event = new Promise((resolve) => {
    client.bind_global((name: string, data: unknown) => {
      if (name === "station.telephony") {
        resolve(data);
      }
    });
  });
  expect(await subscribe(client, `private-station-${station}`)).toBeTruthy();

  await server.db
    .transaction()
    .execute((trx) => publish(trx, station, { type: "station.telephony", state: "down" }));

  expect(await event).toMatchObject({ type: "station.telephony", state: "down" });
});

test("[RT2] presence contains the people at the station, with name and role", async () => {
  const client = await connect(alice);

  const members = await subscribe(client, `presence-station-${station}`);

  expect(members).toMatchObject({
    count: 1,
    members: { [alice.id]: { name: "Alice", role: "screener" } },
  });
});

test("[RT13] a person without membership can follow neither the station nor its presence", async () => {
  const client = await connect(bob);

  expect(await subscribe(client, `private-station-${station}`)).toBe(403);
  expect(await subscribe(client, `presence-station-${station}`)).toBe(403);
});

test("[RT3][RT13] only the person may subscribe to the person's own channel", async () => {
  expect((await authorise(`private-user-${alice.id}`, alice)).status).toBe(200);
  expect((await authorise(`private-user-${alice.id}`, bob)).status).toBe(403);
});

/** Returns a person's headers without the CSRF token, as a browser sends its cookie alone. */
function asPlainPerson({ id, name }: Person): Record<string, string> {
  return { "x-test-user": `${id} ${name}` };
}

test("[RT13] a plain client needs only the authorisation of its channels, and its connection ends with the session", async () => {
  const client = await connectPlain(server, asPlainPerson(alice));
  const other = await connectPlain(server, asPlainPerson(bob));
  expect(await subscribe(client, `private-station-${station}`)).toBeTruthy();
  expect(await subscribe(client, `presence-station-${station}`)).toMatchObject({
    myID: alice.id,
  });
  expect(await subscribe(other, `private-station-${station}`)).toBe(403);
  expect(await subscribe(other, `private-user-${bob.id}`)).toBeTruthy();
  const ended = nextOf(client.connection, "disconnected");

  await createSessionStore(server.db).revoke(await aSession(alice), new Date());

  await ended;
  expect(other.connection.state).toBe("connected");
});

test("[RT13] a signature for another socket, or one that is not the server's, gets no channel", async () => {
  const path = `/app/${server.secrets.pusherKey}?protocol=7&client=js&version=8.0.0`;
  const socket = new WebSocket(`${server.url.replace("http", "ws")}${path}`);
  const frames: { event: string; data: string }[] = [];
  socket.on("message", (data: Buffer) => frames.push(JSON.parse(data.toString())));
  onTestFinished(() => socket.terminate());
  await expect.poll(() => frames.length).toBe(1);
  const { socket_id } = JSON.parse(frames[0]?.data ?? "") as { socket_id: string };
  const channel = `private-station-${station}`;
  const ofOther = (await (await authorise(channel, alice)).json()) as object;
  const { pusherKey: key, pusherSecret: secret } = server.secrets;
  const pusher = new Pusher({ appId: "linedesk", key, secret, host: "127.0.0.1" });
  const ofAlice = { user_id: alice.id };
  const own = pusher.authorizeChannel(socket_id, channel, ofAlice as Pusher.PresenceChannelData);

  for (const [at, signed] of [ofOther, own].entries()) {
    socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel, ...signed } }));
    await expect.poll(() => frames.length).toBe(at + 2);
    expect(frames.at(-1)?.event).toBe("pusher:subscription_error");
    expect(JSON.parse(frames.at(-1)?.data ?? "")).toMatchObject({ type: "AuthError", status: 401 });
  }
});

async function aConsole(person: Person) {
  const client = await connect(person);
  await subscribe(client, `private-user-${person.id}`);
  const names: string[] = [];
  client.channel(`private-user-${person.id}`).bind_global((name: string) => names.push(name));
  const ended = nextOf(client.connection, "disconnected");
  return { client, names, ended };
}

async function aSession(person: Person): Promise<string> {
  const id = uuidV7();
  const now = new Date();
  await createSessionStore(server.db).insert({
    id,
    tokenHash: randomBytes(32),
    userId: person.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 60_000),
    idTokenHint: null,
    userAgent: null,
  });
  return id;
}

test("[RT13][RT3] the end of a session is reported, and its user's sockets end immediately", async () => {
  const first = await aConsole(alice);
  const second = await aConsole(alice);
  const other = await aConsole(bob);

  await createSessionStore(server.db).revoke(await aSession(alice), new Date());
  await Promise.all([first.ended, second.ended]);

  expect(first.names).toContain("session.revoked");
  expect(second.names).toContain("session.revoked");
  expect(first.client.connection.state).toBe("disconnected");
  expect(other.client.connection.state).toBe("connected");
  expect(other.names).not.toContain("session.revoked");
});

test("[RT13] a person whose sockets ended with a session can connect again and gets the same channels", async () => {
  const { client, ended } = await aConsole(alice);
  const store = createSessionStore(server.db);
  await aSession(alice);
  await store.revokeAllOfUser(alice.id, new Date());
  await ended;

  const back = nextOf(client.channel(`private-user-${alice.id}`), "pusher:subscription_succeeded");
  client.connect();

  expect(await back).toBeDefined();
});

test("[RT13][AP5][AP6] a sign-in at the hub needs a session, a CSRF token and a valid socket id", async () => {
  function sign(socketId: string, person?: Person): Promise<Response> {
    return server.post("/api/websocket/user-auth", { socket_id: socketId }, person);
  }

  const { user_data: data } = (await (await sign("1.2", alice)).json()) as { user_data: string };

  expect(JSON.parse(data)).toMatchObject({ id: alice.id });
  expect((await sign("1.2")).status).toBe(401);
  expect((await sign("1.2::user::{}", alice)).status).toBe(400);
  const forged = await fetch(`${server.url}/api/websocket/user-auth`, {
    method: "POST",
    headers: { ...asPerson(alice), "x-csrf-token": "wrong", "content-type": "application/json" },
    body: JSON.stringify({ socket_id: "1.2" }),
  });
  expect(forged.status).toBe(403);
});

async function anAudioServer(name: string): Promise<{ id: string; key: string }> {
  const path = `/api/admin/${station}/audioServers`;
  const added = (await (await server.post(path, { name }, admin)).json()) as { code: string };
  const paired = await server.post("/api/audioServers/pair", { code: added.code });
  return (await paired.json()) as { id: string; key: string };
}

test("[AS9] [AS24] only operators and the audio server use a line's channel", async () => {
  const studio = await anAudioServer("Studio One");
  const other = await anAudioServer("Studio Two");
  const name = `presence-audio-server-${studio.id}-line1`;
  const [desk, rack, outsider, foreign] = await Promise.all([
    connect(alice),
    connectKeyed(studio.key),
    connect(bob),
    connectKeyed(other.key),
  ]);

  expect(await subscribe(outsider, name)).toBe(403);
  expect(await subscribe(foreign, name)).toBe(403);
  expect(await subscribe(rack, `private-station-${station}`)).toBe(403);
  await subscribe(rack, name);
  await subscribe(desk, name);
  const members = (desk.channel(name) as PresenceChannel).members.members as object;
  expect(members).toEqual({
    [alice.id]: { kind: "operator", name: "Alice", mayTakeOver: false },
    [`as-${studio.id}`]: { kind: "audio_server", name: "Studio One" },
  });

  const polled = nextOf(rack.channel(name), "client-as-status");
  desk.channel(name).trigger("client-as-status", {});
  expect(await polled).toEqual([{}, { user_id: alice.id }]);
  const answered = nextOf(desk.channel(name), "client-as-status-res");
  rack.channel(name).trigger("client-as-status-res", { line: "line1" });
  expect(await answered).toEqual([{ line: "line1" }, { user_id: `as-${studio.id}` }]);

  const refused = nextOf(desk.connection, "error");
  await subscribe(desk, `private-station-${station}`);
  desk.channel(`private-station-${station}`).trigger("client-as-status", {});
  expect(await refused).toMatchObject([{ data: { code: 4301 } }]);
});

test("[AS24] a person with the permission to use an audio server's line may end a colleague's call there", async () => {
  const { id } = await anAudioServer("Studio Three");
  async function mayTakeOver(person: Person, line: string): Promise<unknown> {
    const answer = await authorise(`presence-audio-server-${id}-${line}`, person);
    const { channel_data: data } = (await answer.json()) as { channel_data: string };
    return (JSON.parse(data) as { user_info: { mayTakeOver: unknown } }).user_info.mayTakeOver;
  }

  expect(await mayTakeOver(admin, "line2")).toBe(true);
  expect(await mayTakeOver(alice, "line2")).toBe(false);
  const off = { station, line: "line2", feedsAir: false };
  expect((await server.post("/api/station/line_feed", off, admin)).status).toBe(200);
  expect(await mayTakeOver(alice, "line2")).toBe(true);
  expect(await mayTakeOver(alice, "line1")).toBe(false);
});

test("[AU43] a signature from before a line fed the air becomes invalid, in any socket", async () => {
  const { id } = await anAudioServer("Studio Four");
  const name = `presence-audio-server-${id}-line1`;
  const path = "/api/station/line_feed";
  await server.post(path, { station, line: "line1", feedsAir: false }, admin);
  // Earlier changes must not end sockets that are opened from now on.
  const unsent = server.db.selectFrom("outbox").select("id").where("sent_at", "is", null);
  await expect.poll(() => unsent.execute()).toEqual([]);
  const [client, bosses] = await Promise.all([connect(alice), connect(admin)]);
  const members = () => (client.channel(name) as PresenceChannel).members;
  await Promise.all([subscribe(client, name), subscribe(bosses, name)]);
  expect(members().me).toMatchObject({ info: { mayTakeOver: true } });
  const ended = nextOf(client.connection, "disconnected");
  let isBossEnded = false;
  bosses.connection.bind("disconnected", () => (isBossEnded = true));

  await server.post(path, { station, line: "line1", feedsAir: true }, admin);

  await ended;
  const back = subscribe(client, name);
  client.connect();
  await back;
  expect(members().me).toMatchObject({ info: { mayTakeOver: false } });
  expect(isBossEnded).toBe(false);
});

test("[AS9] an unknown key gets no channel and no sign-in", async () => {
  const channel = `presence-audio-server-${uuidV7()}-line1`;
  for (const path of ["/api/websocket/auth", "/api/websocket/user-auth"]) {
    const answer = await fetch(`${server.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${"k".repeat(43)}` },
      body: JSON.stringify({ socket_id: "1.2", channel_name: channel }),
    });

    expect(answer.status).toBe(401);
  }
  expect((await authorise(channel, alice)).status).toBe(403);
});
