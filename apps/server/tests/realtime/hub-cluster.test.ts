import { sql } from "kysely";
import type { PresenceChannel } from "pusher-js";
import { afterEach, beforeEach, expect, test } from "vitest";

import { openDatabase } from "../../src/platform/db/database.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import {
  deleteMembers,
  joinMember,
  listMembers,
  removeInstances,
} from "../../src/platform/realtime/hub/hub-store.ts";
import { openTestDatabase } from "../support/database.ts";
import { HubServer, joinChannel, nextEvent } from "../support/hub-server.ts";

const { db, url, adminUrl } = await openTestDatabase();
let here: HubServer;
let there: HubServer;

beforeEach(async () => {
  [here, there] = await Promise.all([HubServer.start(url), HubServer.start(url)]);
});

afterEach(async () => {
  await Promise.all([here.close(), there.close()]);
});

test("[HB40] pusher-js sees the members of both servers, and the HTTP API of each counts them", async () => {
  const desk = await joinChannel<PresenceChannel>(here.connect({ id: "alice" }), "presence-desk");
  const added = nextEvent(desk, "pusher:member_added");
  const bob = there.connect({ id: "bob" });
  const bobs = await joinChannel<PresenceChannel>(bob, "presence-desk");
  await joinChannel(bob, "private-desk");
  expect(await added).toEqual({ id: "bob", info: { name: "bob" } });
  expect([desk.members.count, bobs.members.count]).toEqual([2, 2]);
  for (const { pusher } of [here, there]) {
    const users = await pusher.get({ path: "/channels/presence-desk/users" });
    expect(await users.json()).toEqual({ users: [{ id: "alice" }, { id: "bob" }] });
    const params = { filter_by_prefix: "presence-", info: "user_count,subscription_count" };
    const readChannels = async () => (await pusher.get({ path: "/channels", params })).json();
    // A server writes its counts after the subscriptions.
    await expect.poll(readChannels).toEqual({
      channels: { "presence-desk": { user_count: 2, subscription_count: 2 } },
    });
    const one = await pusher.get({ path: "/channels/private-desk" });
    expect(await one.json()).toEqual({ occupied: true });
  }

  const removed = nextEvent(desk, "pusher:member_removed");
  bob.unsubscribe("presence-desk");

  expect(await removed).toMatchObject({ id: "bob" });
  expect(desk.members.count).toBe(1);
});

test("[HB41] short and long client events cross the servers once, in order, with the sender's id", async () => {
  const desk = await joinChannel(here.connect({ id: "alice" }), "presence-desk");
  const theirs = await joinChannel(there.connect({ id: "bob" }), "presence-desk");
  const seen: unknown[] = [];
  for (const event of ["client-short", "client-long", "client-last"]) {
    theirs.bind(event, (data: unknown, about: { user_id?: string }) => {
      seen.push([event, JSON.stringify(data).length, about.user_id]);
    });
  }
  let echoes = 0;
  desk.bind_global((event: string) => (echoes += event.startsWith("client-") ? 1 : 0));

  desk.trigger("client-short", {});
  desk.trigger("client-short", {});
  desk.trigger("client-long", { text: "ä".repeat(4_500) });
  desk.trigger("client-last", {});

  await expect.poll(() => seen.at(-1)).toEqual(["client-last", 2, "alice"]);
  expect(seen).toEqual([
    ["client-short", 2, "alice"],
    ["client-short", 2, "alice"],
    ["client-long", 4_511, "alice"],
    ["client-last", 2, "alice"],
  ]);
  expect(echoes).toBe(0);
});

test("[HB45] the HTTP API sends an event to the sockets of both servers, and ends a user's sockets at both", async () => {
  const [alice, bob] = [here.connect({ id: "alice" }), there.connect({ id: "bob" })];
  const channels = await Promise.all([alice, bob].map((one) => joinChannel(one, "private-desk")));
  bob.signin();
  await nextEvent(bob, "pusher:signin_success");
  const own = nextEvent(bob.user, "hello");
  const received = channels.map((channel) => nextEvent(channel, "tick"));

  await here.pusher.trigger("private-desk", "tick", { n: 1 });
  await here.pusher.sendToUser("bob", "hello", { n: 2 });

  expect(await Promise.all(received)).toEqual([{ n: 1 }, { n: 1 }]);
  expect(await own).toEqual({ n: 2 });

  const ended = nextEvent(bob.connection, "disconnected");
  await here.pusher.terminateUserConnections("bob");
  await ended;
  expect(alice.connection.state).toBe("connected");
});

test("a server that finds another server dead removes that server's members once, and every server notices this", async () => {
  const third = await HubServer.start(url);
  const desk = await joinChannel<PresenceChannel>(here.connect({ id: "alice" }), "presence-desk");
  const others = await joinChannel<PresenceChannel>(
    third.connect({ id: "carla" }),
    "presence-desk",
  );
  await joinChannel(there.connect({ id: "bob" }), "presence-desk");
  const removed: unknown[] = [];
  desk.bind("pusher:member_removed", (member: unknown) => removed.push(member));
  const atThird = nextEvent(others, "pusher:member_removed");

  here.reportDead(there.id);
  third.reportDead(there.id);

  expect(await atThird).toMatchObject({ id: "bob" });
  await expect.poll(() => removed).toHaveLength(1);
  await third.close();
});

test("a server that lost its connection, or was declared dead, lets its members join again", async () => {
  const client = here.connect({ id: "alice" });
  const desk = await joinChannel<PresenceChannel>(client, "presence-desk");
  const admin = openDatabase({ url: adminUrl, poolSize: 1, onError: () => undefined });

  const again = nextEvent(desk, "pusher:subscription_succeeded");
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'linedesk-hub' and datname = current_database()`.execute(admin);
  await again;
  await expect.poll(() => listMembers(db, "presence-desk")).toHaveLength(1);

  const onceMore = nextEvent(desk, "pusher:subscription_succeeded");
  here.reportDead(here.id);
  await onceMore;
  await expect.poll(() => listMembers(db, "presence-desk")).toHaveLength(1);
  await admin.destroy();
});

test("[HB40] a user who returns with other rights, before the old socket has left, has the new rights at once", async () => {
  const desk = await joinChannel<PresenceChannel>(here.connect({ id: "alice" }), "presence-desk");
  const server = uuidV7();
  const bob = { channel: "presence-desk", userId: "bob", limit: 10 };
  await joinMember(db, server, { ...bob, socketId: "1.1", userInfo: { mayEnd: true } });
  const infoOfBob = () => (desk.members.get("bob") as { info: unknown } | null)?.info;
  await expect.poll(infoOfBob).toEqual({ mayEnd: true });

  const { members } = await joinMember(db, server, {
    ...bob,
    socketId: "1.2",
    userInfo: { mayEnd: false },
  });

  expect(members).toContainEqual({ userId: "bob", userInfo: { mayEnd: false } });
  await expect.poll(infoOfBob).toEqual({ mayEnd: false });
  await removeInstances(db, [server]);
});

test("[HB40] joins and ends at the same time add and remove each user exactly once", async () => {
  const servers = [uuidV7(), uuidV7()];
  const channel = "presence-crowd";
  const notices: string[] = [];
  const listener = await HubServer.start(url);
  const observer = await joinChannel<PresenceChannel>(listener.connect({ id: "eve" }), channel);
  observer.bind("pusher:member_added", ({ id }: { id: string }) => notices.push(`+${id}`));
  observer.bind("pusher:member_removed", ({ id }: { id: string }) => notices.push(`-${id}`));

  const joined = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      joinMember(db, servers[n % 2] ?? "", {
        channel,
        socketId: `1.${n}`,
        userId: `user${n % 5}`,
        userInfo: { name: `user${n % 5}` },
        limit: 100,
      }),
    ),
  );
  expect(new Set(joined.map(({ ticket }) => ticket)).size).toBe(20);
  await Promise.all([
    ...joined.slice(0, 10).map(({ ticket }) => deleteMembers(db, channel, [ticket ?? 0])),
    removeInstances(db, servers),
    removeInstances(db, servers),
  ]);

  await expect.poll(() => notices).toHaveLength(10);
  const users = Array.from({ length: 5 }, (_, n) => `user${n}`);
  expect(notices.slice(0, 5).sort()).toEqual(users.map((id) => `+${id}`));
  expect(notices.slice(5).sort()).toEqual(users.map((id) => `-${id}`));
  expect(await listMembers(db, channel)).toMatchObject([{ userId: "eve" }]);
  await listener.close();
});
