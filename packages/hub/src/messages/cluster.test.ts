import { expect, test } from "vitest";

import type { HubOptions } from "../hub-options.ts";
import { createHub } from "../hub.ts";
import { MemoryCluster, SharedMemory } from "../testing/memory-cluster.ts";
import { aClient, aHub, keys } from "../testing/scripted-client.ts";

function twoHubs(options: Partial<HubOptions> = {}) {
  const shared = new SharedMemory();
  const [here, there] = [new MemoryCluster(shared), new MemoryCluster(shared)];
  const channels = { takesClientEvents: () => true, ...options.channels };
  const [a, b] = [here, there].map((cluster) => aHub({ ...options, channels, cluster }).hub);
  if (a === undefined || b === undefined) {
    throw new Error("expected two hubs");
  }
  return { shared, here, there, a, b };
}

test("[HB40] the members of a presence channel are those of every hub, each user once", async () => {
  const { shared, a, b } = twoHubs();
  const [alice, bob, bobsOtherTab] = [aClient(a), aClient(b), aClient(a)];
  alice.subscribe("presence-desk", { user_id: "alice", user_info: { seat: 1 } });
  await shared.flush();
  alice.take();

  bob.subscribe("presence-desk", { user_id: "bob" });
  await shared.flush();
  bobsOtherTab.subscribe("presence-desk", { user_id: "bob" });
  await shared.flush();
  bob.vanish();
  await shared.flush();
  const whileOneTabIsOpen = alice.take();
  bobsOtherTab.say("pusher:unsubscribe", { channel: "presence-desk" });
  await shared.flush();

  expect(bob.take()).toMatchObject([
    {
      event: "pusher_internal:subscription_succeeded",
      data: { presence: { count: 2, ids: ["alice", "bob"], hash: { alice: { seat: 1 } } } },
    },
  ]);
  expect(whileOneTabIsOpen.map((frame) => frame.event)).toEqual(["pusher_internal:member_added"]);
  expect(alice.take()).toMatchObject([
    { event: "pusher_internal:member_removed", data: { user_id: "bob" } },
  ]);
});

test("[HB40] a socket that waits for the list of members misses no member and no event, and gets none twice", async () => {
  const { shared, a, b } = twoHubs();
  const [alice, bob] = [aClient(a), aClient(b)];
  bob.subscribe("presence-desk", { user_id: "bob" });
  alice.subscribe("presence-desk", { user_id: "alice" });
  const carla = aClient(b);
  carla.subscribe("presence-desk", { user_id: "carla" });
  a.trigger({ channels: "presence-desk", name: "early", data: {} });
  expect(alice.take()).toEqual([]);

  await shared.flush();

  expect(alice.take()).toMatchObject([
    { event: "pusher_internal:subscription_succeeded", data: { presence: { count: 2 } } },
    { event: "early" },
    { event: "pusher_internal:member_added", data: { user_id: "carla" } },
  ]);
});

test("[HB40] a socket that leaves before its answer is no longer a member", async () => {
  const { shared, a, b } = twoHubs();
  const [alice, bob] = [aClient(a), aClient(b)];
  bob.subscribe("presence-desk", { user_id: "bob" });
  await shared.flush();

  alice.subscribe("presence-desk", { user_id: "alice" });
  await new Promise((resolve) => setImmediate(resolve));
  alice.say("pusher:unsubscribe", { channel: "presence-desk" });
  await shared.flush();

  expect(alice.take()).toEqual([]);
  expect(bob.take().map(({ event }) => event)).toEqual([
    "pusher_internal:subscription_succeeded",
    "pusher_internal:member_added",
    "pusher_internal:member_removed",
  ]);
});

test("[HB17] the limit of members applies to the members of all hubs together", async () => {
  const { shared, a, b } = twoHubs({ limits: { presenceMembers: 1 } });
  const [alice, bob] = [aClient(a), aClient(b)];
  alice.subscribe("presence-desk", { user_id: "alice" });

  bob.subscribe("presence-desk", { user_id: "bob" });
  await shared.flush();

  expect(bob.take()).toMatchObject([
    { event: "pusher:subscription_error", data: { type: "LimitReached", status: 403 } },
  ]);
});

test("[HB41] a client event reaches the sockets of every hub, with the user that the sender's hub set", async () => {
  const { shared, a, b } = twoHubs();
  const [alice, bob] = [aClient(a), aClient(b)];
  alice.subscribe("presence-desk", { user_id: "alice" });
  bob.subscribe("presence-desk", { user_id: "bob" });
  await shared.flush();
  for (const client of [alice, bob]) {
    client.take();
  }

  alice.sayText(
    JSON.stringify({ event: "client-x", channel: "presence-desk", data: 1, user_id: "mallory" }),
  );
  for (let count = 0; count < 12; count += 1) {
    alice.say("client-y", {}, "presence-desk");
  }
  await shared.flush();

  const events = bob.take();
  expect(events[0]).toEqual({
    event: "client-x",
    channel: "presence-desk",
    data: 1,
    user_id: "alice",
  });
  expect(events).toHaveLength(10);
  expect(alice.take().every(({ event }) => event === "pusher:error")).toBe(true);
});

test("[HB41] a client event that the other hubs do not get is refused with 4301", async () => {
  const { shared, here, a } = twoHubs();
  const alice = aClient(a);
  alice.subscribe("presence-desk", { user_id: "alice" });
  await shared.flush();
  alice.take();
  here.isAway = true;

  alice.say("client-x", {}, "presence-desk");
  await shared.flush();

  expect(alice.take()).toMatchObject([{ event: "pusher:error", data: { code: 4301 } }]);
});

test("a grant at another hub is known before the subscription that uses it", async () => {
  const { shared, a, b } = twoHubs({ channels: { needsUser: true } });
  const alice = aClient(a);
  const granted = b.grantUser(alice.socketId, { id: "alice", info: { session: 1 } });
  alice.subscribe("private-desk", { user_id: "alice" }, { leavesOut: true });
  const mallory = aClient(a);
  mallory.subscribe("private-desk", { user_id: "alice" }, { leavesOut: true });

  await Promise.all([granted, shared.flush()]);

  expect(alice.take()).toMatchObject([{ event: "pusher_internal:subscription_succeeded" }]);
  expect(mallory.take()).toMatchObject([{ event: "pusher:subscription_error" }]);
  expect(a.userSockets()).toMatchObject([{ userId: "alice", userInfo: { session: 1 } }]);
});

test("the members of a dead hub are removed at the other hubs", async () => {
  const { shared, there, a, b } = twoHubs();
  const [alice, bob] = [aClient(a), aClient(b)];
  alice.subscribe("presence-desk", { user_id: "alice" });
  bob.subscribe("presence-desk", { user_id: "bob" });
  await shared.flush();
  alice.take();

  there.die();
  await shared.flush();

  expect(alice.take()).toMatchObject([
    { event: "pusher_internal:member_removed", data: { user_id: "bob" } },
  ]);
});

test("after lost messages the sockets of presence channels reconnect, and no others", async () => {
  const { shared, here, a } = twoHubs();
  const [alice, bob] = [aClient(a), aClient(a)];
  alice.subscribe("presence-desk", { user_id: "alice" });
  bob.subscribe("private-desk");
  await shared.flush();

  here.listener?.handleLost();

  expect(alice.closed?.code).toBe(4200);
  expect(bob.closed).toBeNull();
});

test("a subscription that the cluster cannot answer closes its socket with 4100", async () => {
  const { shared, here, a } = twoHubs();
  const alice = aClient(a);
  here.isAway = true;

  alice.subscribe("presence-desk", { user_id: "alice" });
  await shared.flush();

  expect(alice.closed?.code).toBe(4100);
});

test("a hub of a cluster accepts neither webhooks nor subscription counts", () => {
  const cluster = new MemoryCluster(new SharedMemory());

  expect(() => createHub({ keys, cluster, webhooks: [{ url: "http://127.0.0.1/" }] })).toThrow(
    TypeError,
  );
  expect(() => createHub({ keys, cluster, channels: { sendsSubscriptionCount: true } })).toThrow(
    TypeError,
  );
});
