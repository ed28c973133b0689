import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import Pusher from "pusher";
import pusherModule, { type Channel, type Options, type PresenceChannel } from "pusher-js";
import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";

import { createHub, type Hub, type HubOptions } from "../src/index.ts";

// In Node the module is the constructor itself; its types describe the module as bundlers see it.
const PusherClient = pusherModule as unknown as typeof pusherModule.default;
type PusherClient = InstanceType<typeof PusherClient>;

const keys = { appId: "linedesk", key: "app-key", secret: "app-secret" };
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) {
    await cleanup();
  }
});

interface Station {
  hub: Hub;
  server: Server;
  port: number;
  pusher: Pusher;
}

async function aStation(options: Partial<HubOptions> = {}): Promise<Station> {
  const hub = createHub({ keys, channels: { takesClientEvents: () => true }, ...options });
  const server = createServer((request, response) => void hub.handleRequest(request, response));
  hub.attach(server);
  const port = await listen(server);
  cleanups.push(() => hub.close());
  const pusher = new Pusher({ ...keys, host: "127.0.0.1", port: String(port), useTLS: false });
  return { hub, server, port, pusher };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

interface Person {
  id: string;
  watchlist?: string[];
}

function aBrowser(station: Station, person: Person, options: Partial<Options> = {}): PusherClient {
  const { pusher } = station;
  const client = new PusherClient(keys.key, {
    cluster: "",
    wsHost: "127.0.0.1",
    wsPort: station.port,
    forceTLS: false,
    enabledTransports: ["ws"],
    disableStats: true,
    channelAuthorization: {
      transport: "ajax",
      endpoint: "",
      customHandler: ({ socketId, channelName }, answer) => {
        const member = { user_id: person.id, user_info: { name: person.id } };
        answer(null, pusher.authorizeChannel(socketId, channelName, member));
      },
    },
    userAuthentication: {
      transport: "ajax",
      endpoint: "",
      customHandler: ({ socketId }, answer) => {
        answer(null, pusher.authenticateUser(socketId, person));
      },
    },
    ...options,
  });
  cleanups.push(() => client.disconnect());
  return client;
}

function next(
  target: { bind(event: string, run: (data: unknown) => void): unknown },
  event: string,
) {
  return new Promise<unknown>((resolve) => {
    target.bind(event, resolve);
  });
}

async function joined(client: PusherClient, name: string): Promise<Channel> {
  const channel = client.subscribe(name);
  await next(channel, "pusher:subscription_succeeded");
  return channel;
}

test("[HB1] pusher-js subscribes to every kind of channel, and pusher triggers on each", async () => {
  const station = await aStation();
  const alice = aBrowser(station, { id: "alice" });
  const names = ["news", "private-desk", "presence-desk", "cache-news", "private-cache-desk"];
  const channels = await Promise.all(names.map((name) => joined(alice, name)));
  const received = channels.map((channel) => next(channel, "tick"));

  await station.pusher.trigger(names, "tick", { n: 1 });

  expect(await Promise.all(received)).toEqual(names.map(() => ({ n: 1 })));
});

test("pusher-js and the HTTP API return presence", async () => {
  const station = await aStation();
  const alice = aBrowser(station, { id: "alice" });
  const desk = (await joined(alice, "presence-desk")) as PresenceChannel;
  const added = next(desk, "pusher:member_added");
  const bob = aBrowser(station, { id: "bob" });
  await joined(bob, "presence-desk");

  expect(await added).toEqual({ id: "bob", info: { name: "bob" } });
  expect(desk.members.count).toBe(2);
  const users = await station.pusher.get({ path: "/channels/presence-desk/users" });
  expect(await users.json()).toEqual({ users: [{ id: "alice" }, { id: "bob" }] });
  const all = await station.pusher.get({
    path: "/channels",
    params: { filter_by_prefix: "presence-", info: "user_count,subscription_count" },
  });
  expect(await all.json()).toEqual({
    channels: { "presence-desk": { user_count: 2, subscription_count: 2 } },
  });

  const removed = next(desk, "pusher:member_removed");
  bob.disconnect();
  expect(await removed).toMatchObject({ id: "bob" });
});

test("client events carry the sender's id and reach only the others", async () => {
  const station = await aStation();
  const alice = aBrowser(station, { id: "alice" });
  const bob = aBrowser(station, { id: "bob" });
  const [fromAlice, fromBob] = await Promise.all([
    joined(alice, "presence-desk"),
    joined(bob, "presence-desk"),
  ]);
  const echoes: unknown[] = [];
  fromBob.bind("client-wave", (data: unknown) => echoes.push(data));
  const received = new Promise((resolve) => {
    fromAlice.bind("client-wave", (data: unknown, metadata: unknown) => resolve([data, metadata]));
  });

  fromBob.trigger("client-wave", { n: 1 });

  expect(await received).toEqual([{ n: 1 }, { user_id: "bob" }]);
  const later = next(fromBob, "later");
  await station.pusher.trigger("presence-desk", "later", 1);
  await later;
  expect(echoes).toEqual([]);
});

test("[HB32] sign-in, events to a user, the watchlist and the termination of a user work", async () => {
  const station = await aStation();
  const alice = aBrowser(station, { id: "alice", watchlist: ["bob"] });
  const bob = aBrowser(station, { id: "bob" });
  alice.signin();
  await alice.user.signinDonePromise;
  const online = next(alice.user.watchlist, "online");
  bob.signin();
  await bob.user.signinDonePromise;

  expect(await online).toEqual({ name: "online", user_ids: ["bob"] });
  const received = next(bob.user, "note");
  // pusher-js subscribes to the user's channel after the sign-in; its later subscription to a
  // public channel shows that the first subscription is complete.
  await joined(bob, "news");
  await station.pusher.sendToUser("bob", "note", { n: 1 });
  expect(await received).toEqual({ n: 1 });

  const left = next(bob.connection, "disconnected");
  await station.pusher.terminateUserConnections("bob");
  await left;
  expect(alice.connection.state).toBe("connected");
});

test("info and an excluded socket work as documented; too much data and a forged signature are refused", async () => {
  const station = await aStation();
  const alice = aBrowser(station, { id: "alice" });
  const bob = aBrowser(station, { id: "bob" });
  const [one, other] = await Promise.all([joined(alice, "news"), joined(bob, "news")]);
  const first: unknown[] = [];
  other.bind("tick", (data: unknown) => first.push(data));
  const received = next(one, "tick");
  const done = next(other, "done");

  await station.pusher.trigger("news", "tick", 1, { socket_id: bob.connection.socket_id });
  const answer = await station.pusher.triggerBatch([
    { channel: "news", name: "done", data: 2, info: "subscription_count" },
  ]);

  expect(await received).toBe(1);
  expect(await done).toBe(2);
  expect(first).toEqual([]);
  expect(await answer.json()).toEqual({ batch: [{ subscription_count: 2 }] });
  await expect(station.pusher.trigger("news", "big", "x".repeat(10_241))).rejects.toMatchObject({
    status: 413,
  });
  const forged = new Pusher({
    ...keys,
    secret: "other",
    host: "127.0.0.1",
    port: String(station.port),
  });
  await expect(forged.trigger("news", "a", 1)).rejects.toMatchObject({ status: 401 });
});

test("the hub forwards an encrypted channel without decrypting it", async () => {
  const station = await aStation();
  const encryptionMasterKeyBase64 = Buffer.alloc(32, 7).toString("base64");
  const pusher = new Pusher({
    ...keys,
    host: "127.0.0.1",
    port: String(station.port),
    encryptionMasterKeyBase64,
  });
  const client = aBrowser({ ...station, pusher }, { id: "alice" });
  const channel = client.subscribe("private-encrypted-desk");
  await next(channel, "pusher:subscription_succeeded");
  const received = next(channel, "secret");

  await pusher.trigger("private-encrypted-desk", "secret", { n: 1 });

  expect(await received).toEqual({ n: 1 });
});

test("[HB24] webhooks are valid for the official SDK", async () => {
  const bodies: { headers: IncomingMessage["headers"]; rawBody: string }[] = [];
  const arrived: (() => void)[] = [];
  const receiver = createServer((request, response) => {
    let rawBody = "";
    request.on("data", (chunk: Buffer) => (rawBody += chunk.toString()));
    request.on("end", () => {
      bodies.push({ headers: request.headers, rawBody });
      response.end();
      arrived.shift()?.();
    });
  });
  const port = await listen(receiver);
  const station = await aStation({ webhooks: [{ url: `http://127.0.0.1:${port}/` }] });
  const posted = new Promise<void>((resolve) => arrived.push(resolve));
  const alice = aBrowser(station, { id: "alice" });
  await joined(alice, "presence-desk");
  await posted;

  const seen = bodies[0];
  const webhook = station.pusher.webhook({
    headers: seen?.headers ?? {},
    rawBody: seen?.rawBody ?? "",
  });

  expect(webhook.isValid()).toBe(true);
  expect(webhook.getEvents()).toEqual([
    { name: "channel_occupied", channel: "presence-desk" },
    { name: "member_added", channel: "presence-desk", user_id: "alice" },
  ]);
});

test("pusher-js reconnects after the hub has closed it", async () => {
  const station = await aStation();
  const alice = aBrowser(station, { id: "alice" });
  await joined(alice, "news");
  const again = createHub({ keys });
  cleanups.push(() => again.close());

  const reconnected = new Promise<void>((resolve) => {
    alice.connection.bind("connecting", () => alice.connection.bind("connected", () => resolve()));
  });
  const closed = station.hub.close();
  again.attach(station.server);
  await Promise.all([closed, reconnected]);

  expect(alice.connection.state).toBe("connected");
});

test("[HB2] pusher-js gives up after a wrong key", async () => {
  const station = await aStation();
  const client = new PusherClient("wrong", {
    cluster: "",
    wsHost: "127.0.0.1",
    wsPort: station.port,
    forceTLS: false,
    enabledTransports: ["ws"],
  });
  cleanups.push(() => client.disconnect());

  const error = await next(client.connection, "error");

  expect(error).toMatchObject({ error: { data: { code: 4001 } } });
});

async function closeOf(socket: WebSocket): Promise<number> {
  const [code] = (await once(socket, "close")) as [number];
  return code;
}

test("the hub ignores upgrades of the same server for other paths", async () => {
  const station = await aStation();
  const urls: (string | undefined)[] = [];
  station.server.on("upgrade", (request, socket) => {
    if (request.url?.startsWith("/app/")) {
      return;
    }
    urls.push(request.url);
    socket.end("HTTP/1.1 404 Not Found\r\n\r\n");
  });
  const socket = new WebSocket(`ws://127.0.0.1:${station.port}/signal`);

  await once(socket, "error");

  expect(urls).toEqual(["/signal"]);
});

test("[HB33] a foreign origin is refused; the hub's own origin and a request without an origin are admitted", async () => {
  const station = await aStation();
  const url = `ws://127.0.0.1:${station.port}/app/app-key?protocol=7`;
  const foreign = new WebSocket(url, { origin: "https://evil.example" });
  const own = new WebSocket(url, { origin: `http://127.0.0.1:${station.port}` });
  const none = new WebSocket(url);
  cleanups.push(
    () => own.terminate(),
    () => none.terminate(),
  );

  const [error] = await Promise.all([
    once(foreign, "error"),
    once(own, "message"),
    once(none, "message"),
  ]);

  expect(String(error[0])).toContain("403");
});

test("binary and oversized frames close the socket", async () => {
  const station = await aStation();
  const url = `ws://127.0.0.1:${station.port}/app/app-key?protocol=7`;
  const binary = new WebSocket(url);
  const big = new WebSocket(url);
  await Promise.all([once(binary, "message"), once(big, "message")]);

  binary.send(Buffer.from([1, 2, 3]));
  big.send("x".repeat(100_000));

  expect(await Promise.all([closeOf(binary), closeOf(big)])).toEqual([1003, 1009]);
});

test("[HB26] a client that no longer reads is disconnected, and the others still get events", async () => {
  const station = await aStation({ limits: { sendBufferBytes: 64 * 1024 } });
  const url = `ws://127.0.0.1:${station.port}/app/app-key?protocol=7`;
  const lazy = new WebSocket(url);
  await once(lazy, "message");
  lazy.send(JSON.stringify({ event: "pusher:subscribe", data: { channel: "news" } }));
  await once(lazy, "message");
  const alice = aBrowser(station, { id: "alice" });
  const follower = await joined(alice, "news");
  lazy.pause();

  let sent = 0;
  while (station.hub.stats().slowReadersClosed === 0 && sent < 10_000) {
    station.hub.trigger({ channels: "news", name: "tick", data: "x".repeat(10_000) });
    sent += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  const received = next(follower, "after");
  station.hub.trigger({ channels: "news", name: "after", data: 1 });

  expect(await received).toBe(1);
  expect(station.hub.stats()).toMatchObject({ slowReadersClosed: 1, connections: 1 });
  lazy.terminate();
});
