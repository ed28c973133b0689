import { describe, expect, test } from "vitest";

import { sign } from "../protocol/sign.ts";
import { aClient, aHub } from "../testing/scripted-client.ts";

describe("a subscription", () => {
  test("[HB7] needs no signature for a public channel", () => {
    const { hub } = aHub();
    const alice = aClient(hub);

    alice.say("pusher:subscribe", { channel: "news" });

    expect(alice.take()).toEqual([
      { event: "pusher_internal:subscription_succeeded", channel: "news", data: {} },
    ]);
  });

  test("[HB8] with a forged signature for a private channel is refused and the socket stays open", () => {
    const { hub } = aHub();
    const alice = aClient(hub);

    alice.say("pusher:subscribe", { channel: "private-desk", auth: "app-key:00" });

    expect(alice.take()).toEqual([
      {
        event: "pusher:subscription_error",
        channel: "private-desk",
        data: { type: "AuthError", error: "Invalid signature", status: 401 },
      },
    ]);
    expect(alice.closed).toBeNull();
    expect(hub.stats().channels).toBe(0);
  });

  test("[HB8] cannot use the signature of another socket", () => {
    const { hub } = aHub();
    const alice = aClient(hub);
    const bob = aClient(hub);
    const auth = `app-key:${sign("app-secret", `${alice.socketId}:private-desk`)}`;

    alice.say("pusher:subscribe", { channel: "private-desk", auth });
    bob.say("pusher:subscribe", { channel: "private-desk", auth });

    expect(alice.take()[0]?.event).toBe("pusher_internal:subscription_succeeded");
    expect(bob.take()[0]?.event).toBe("pusher:subscription_error");
  });

  test("[HB8] [HB11] returns the members of a presence channel, once for each user", () => {
    const { hub } = aHub();
    const alice = aClient(hub);
    alice.subscribe("presence-desk", { user_id: "alice", user_info: { seat: 1 } });
    const bob = aClient(hub);
    const bobsOtherTab = aClient(hub);
    alice.take();

    bob.subscribe("presence-desk", { user_id: "bob" });
    bobsOtherTab.subscribe("presence-desk", { user_id: "bob" });
    bob.vanish();
    const whileOneTabIsOpen = alice.take();
    bobsOtherTab.say("pusher:unsubscribe", { channel: "presence-desk" });

    expect(bob.take()[0]?.data).toEqual({
      presence: { count: 2, ids: ["alice", "bob"], hash: { alice: { seat: 1 }, bob: null } },
    });
    expect(whileOneTabIsOpen.map((frame) => frame.event)).toEqual(["pusher_internal:member_added"]);
    expect(alice.take()).toEqual([
      {
        event: "pusher_internal:member_removed",
        channel: "presence-desk",
        data: { user_id: "bob" },
      },
    ]);
  });

  test.each([
    ["a bad name", { channel: "no spaces" }, "InvalidChannel"],
    ["another user's channel", { channel: "#server-to-user-bob" }, "AuthError"],
    ["presence without a member", { channel: "presence-x", auth: "app-key:1" }, "AuthError"],
  ])("[HB17] is refused for %s", (_what, data, type) => {
    const { hub } = aHub();
    const alice = aClient(hub);

    alice.say("pusher:subscribe", data);

    expect(alice.take()).toMatchObject([{ event: "pusher:subscription_error", data: { type } }]);
  });

  test("[HB17] carries no client event whose name has 201 characters", () => {
    const { hub } = aHub({ channels: { takesClientEvents: () => true } });
    const alice = aClient(hub);
    alice.subscribe("private-desk");
    alice.take();

    alice.say(`client-${"x".repeat(194)}`, {}, "private-desk");

    expect(alice.take()).toMatchObject([{ event: "pusher:error", data: { code: 4301 } }]);
  });

  test("[HB17] to a channel whose name has 201 characters is refused like an invalid name", () => {
    const { hub } = aHub();
    const alice = aClient(hub);
    const channel = "x".repeat(201);

    alice.say("pusher:subscribe", { channel });
    alice.say("pusher:subscribe", { channel: "no spaces" });

    const error = { type: "InvalidChannel", error: "Invalid channel name", status: 400 };
    expect(alice.take()).toEqual([
      { event: "pusher:subscription_error", channel, data: error },
      { event: "pusher:subscription_error", channel: "no spaces", data: error },
    ]);
    expect(alice.closed).toBeNull();
  });

  test("[HB17] to a name of 200 characters with each allowed character is accepted", () => {
    const { hub } = aHub();
    const alice = aClient(hub);
    const channel = "aZ09_-=@,.;".padEnd(200, "x");

    alice.say("pusher:subscribe", { channel });

    expect(alice.take()).toMatchObject([{ event: "pusher_internal:subscription_succeeded" }]);
  });

  test("[HB8] to a presence channel needs the signature of exactly its member data", () => {
    const { hub } = aHub();
    const alice = aClient(hub);
    const text = `${alice.socketId}:presence-desk:{"user_id":"alice"}`;
    const auth = `app-key:${sign("app-secret", text)}`;

    alice.say("pusher:subscribe", {
      channel: "presence-desk",
      auth,
      channel_data: '{"user_id":"boss"}',
    });
    alice.say("pusher:subscribe", {
      channel: "presence-desk",
      auth,
      channel_data: '{"user_id":"alice"}',
    });

    expect(alice.take().map((frame) => frame.event)).toEqual([
      "pusher:subscription_error",
      "pusher_internal:subscription_succeeded",
    ]);
  });

  test("[HB17] has default limits of 100 members, a user_id of 128 characters and 1 KB of user_info", () => {
    const { hub } = aHub();
    const members = Array.from({ length: 101 }, (_, index) => {
      const member = aClient(hub);
      member.subscribe("presence-desk", { user_id: `user-${index}` });
      return member;
    });
    function join(member: { user_id: string; user_info?: unknown }) {
      const client = aClient(hub);
      client.subscribe("presence-other", member);
      return client.take()[0]?.event;
    }

    expect(members.map((member) => member.take()[0]?.event)).toEqual([
      ...Array.from({ length: 100 }, () => "pusher_internal:subscription_succeeded"),
      "pusher:subscription_error",
    ]);
    expect([
      join({ user_id: "x".repeat(128) }),
      join({ user_id: "x".repeat(129) }),
      join({ user_id: "a", user_info: "x".repeat(1_000) }),
      join({ user_id: "b", user_info: "x".repeat(1_030) }),
    ]).toEqual([
      "pusher_internal:subscription_succeeded",
      "pusher:subscription_error",
      "pusher_internal:subscription_succeeded",
      "pusher:subscription_error",
    ]);
  });

  test("[HB17] is refused beyond the limits of channels, members and member data", () => {
    const { hub } = aHub({
      limits: { channelsPerConnection: 1, presenceMembers: 1, presenceInfoBytes: 20 },
    });
    const alice = aClient(hub);
    const bob = aClient(hub);
    const carla = aClient(hub);

    alice.subscribe("presence-desk", { user_id: "alice" });
    alice.say("pusher:subscribe", { channel: "second" });
    bob.subscribe("presence-desk", { user_id: "bob" });
    carla.subscribe("presence-desk", { user_id: "carla", user_info: "x".repeat(30) });

    expect(alice.take()[1]).toMatchObject({ data: { type: "LimitReached" } });
    expect(bob.take()).toMatchObject([{ data: { type: "LimitReached" } }]);
    expect(carla.take()).toMatchObject([{ data: { type: "LimitReached", status: 413 } }]);
  });

  test("is an error without a code when it is repeated", () => {
    const { hub } = aHub();
    const alice = aClient(hub);
    alice.subscribe("news");
    alice.take();

    alice.subscribe("news");

    expect(alice.take()).toMatchObject([{ event: "pusher:error", data: { code: null } }]);
  });

  test("[HB31] to a cache channel replays its last event, or reports a miss", () => {
    const { hub, clock } = aHub({ limits: { cacheTtlMs: 5_000 } });
    const alice = aClient(hub);
    const bob = aClient(hub);
    const carla = aClient(hub);

    alice.subscribe("private-cache-clock");
    hub.trigger({ channels: "private-cache-clock", name: "tick", data: { at: 1 } });
    bob.subscribe("private-cache-clock");
    clock.advance(6_000);
    carla.subscribe("private-cache-clock");

    expect(alice.take().map((frame) => frame.event)).toEqual([
      "pusher_internal:subscription_succeeded",
      "pusher:cache_miss",
      "tick",
    ]);
    expect(bob.take()[1]).toEqual({
      event: "tick",
      channel: "private-cache-clock",
      data: { at: 1 },
    });
    expect(carla.take()[1]?.event).toBe("pusher:cache_miss");
  });
});

describe("client events", () => {
  test("[HB35] reach no one on a channel that does not allow them, and are refused with 4301", () => {
    const { hub } = aHub({
      channels: { takesClientEvents: (channel) => channel === "private-open" },
    });
    const alice = aClient(hub);
    const bob = aClient(hub);
    for (const channel of ["private-open", "private-desk"]) {
      alice.subscribe(channel);
      bob.subscribe(channel);
    }
    alice.take();
    bob.take();

    bob.say("client-wave", {}, "private-desk");
    bob.say("client-wave", {}, "private-open");

    expect(bob.take()).toMatchObject([{ event: "pusher:error", data: { code: 4301 } }]);
    expect(alice.take()).toMatchObject([{ event: "client-wave", channel: "private-open" }]);
  });

  test("[HB35] are refused when their data is nested too deeply", () => {
    const { hub } = aHub({ channels: { takesClientEvents: () => true } });
    const alice = aClient(hub);
    alice.subscribe("private-desk");
    alice.take();
    const nested = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;

    alice.sayText(`{"event":"client-wave","channel":"private-desk","data":${nested}}`);
    alice.say("pusher:ping", {});

    const [refused, next] = alice.take();
    expect(refused).toMatchObject({ event: "pusher:error", data: { code: 4301 } });
    expect(next?.event).toBe("pusher:pong");
  });

  test("[HB35] are disabled by default in a hub", () => {
    const { hub } = aHub();
    const alice = aClient(hub);
    const bob = aClient(hub);
    alice.subscribe("presence-desk", { user_id: "alice" });
    bob.subscribe("presence-desk", { user_id: "bob" });
    alice.take();
    bob.take();

    bob.say("client-wave", {}, "presence-desk");

    expect(bob.take()).toMatchObject([{ event: "pusher:error", data: { code: 4301 } }]);
    expect(alice.take()).toEqual([]);
  });

  // Clients of some languages encode the data twice, as the service does.
  test.each([
    ["an object", { hi: 1 }],
    ["a text", '{"hi":1}'],
  ])(
    "[HB13] [HB15] with %s as data reach the other subscribers, rebuilt and with the sender's user_id",
    (_what, data) => {
      const { hub } = aHub({ channels: { takesClientEvents: () => true } });
      const alice = aClient(hub);
      const bob = aClient(hub);
      alice.subscribe("presence-desk", { user_id: "alice" });
      bob.subscribe("presence-desk", { user_id: "bob" });
      alice.take();
      bob.take();

      bob.sayText(
        JSON.stringify({
          event: "client-wave",
          channel: "presence-desk",
          data,
          user_id: "alice",
          extra: true,
        }),
      );

      expect(bob.take()).toEqual([]);
      expect(alice.take()).toEqual([
        { event: "client-wave", channel: "presence-desk", data: { hi: 1 }, user_id: "bob" },
      ]);
    },
  );

  test.each([
    ["to a public channel", "news", "x"],
    ["to an encrypted channel", "private-encrypted-a", "x"],
    ["to a channel without a subscription", "private-other", "x"],
    ["of 10 KB and a byte", "private-desk", "x".repeat(10_241)],
  ])("[HB13] [HB17] %s are refused with 4301", (_what, channel, data) => {
    const { hub } = aHub({ channels: { takesClientEvents: () => true } });
    const alice = aClient(hub);
    alice.subscribe("private-desk");
    alice.subscribe("news");
    alice.subscribe("private-encrypted-a");
    alice.take();

    alice.say("client-a", data, channel);

    expect(alice.take()).toMatchObject([{ event: "pusher:error", data: { code: 4301 } }]);
  });

  test("[HB16] are refused with 4301 from the eleventh within a second on, and the socket stays open", () => {
    const { hub, clock } = aHub({ channels: { takesClientEvents: () => true } });
    const alice = aClient(hub);
    alice.subscribe("private-desk");
    alice.take();

    for (let index = 0; index < 11; index += 1) {
      alice.say("client-a", {}, "private-desk");
    }
    const refused = alice.take();
    clock.advance(100);
    alice.say("client-a", {}, "private-desk");

    expect(refused).toMatchObject([{ data: { code: 4301 } }]);
    expect(alice.take()).toEqual([]);
    expect(alice.closed).toBeNull();
  });
});
