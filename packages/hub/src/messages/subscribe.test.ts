import { describe, expect, test } from "vitest";

import { sign } from "../protocol/sign.ts";
import { aClient, aHub } from "../testing/scripted-client.ts";

describe("a hub that needs a user", () => {
  test("[HB36] admits no one to a public channel before the sign-in, so that a public channel cannot keep an anonymous socket open", () => {
    const { hub } = aHub({ channels: { needsUser: true } });
    const [nobody, alice] = [aClient(hub), aClient(hub)];
    alice.signIn({ id: "alice" });
    alice.take();

    nobody.subscribe("junk");
    alice.subscribe("news");

    expect(nobody.take()).toMatchObject([
      { event: "pusher:subscription_error", data: { type: "AuthError", status: 401 } },
    ]);
    expect(alice.take()).toMatchObject([{ event: "pusher_internal:subscription_succeeded" }]);
  });

  test.each(["private-desk", "private-encrypted-desk", "presence-desk"])(
    "[HB36] admits to %s only a signed-in user whom the signed data names",
    (channel) => {
      const { hub } = aHub({ channels: { needsUser: true } });
      const [nobody, alice, bob] = [aClient(hub), aClient(hub), aClient(hub)];
      alice.signIn({ id: "alice" });
      bob.signIn({ id: "bob" });
      alice.take();
      bob.take();

      nobody.subscribe(channel, { user_id: "alice" });
      bob.subscribe(channel, { user_id: "alice" });
      bob.subscribe(channel);
      alice.subscribe(channel, { user_id: "alice" });
      alice.subscribe("news");

      for (const client of [nobody, bob]) {
        for (const { event, data } of client.take()) {
          expect(event).toBe("pusher:subscription_error");
          expect(data).toMatchObject({ type: "AuthError", status: 401 });
        }
      }
      expect(alice.take().map((frame) => frame.event)).toEqual([
        "pusher_internal:subscription_succeeded",
        "pusher_internal:subscription_succeeded",
      ]);
      expect(hub.stats().channels).toBe(2);
    },
  );

  test("[HB36] signs a socket in by the first signature for a user whom the application has granted to the socket", () => {
    const { hub } = aHub({ channels: { needsUser: true } });
    const [alice, bob] = [aClient(hub), aClient(hub)];
    for (const id of ["a", "b", "c", "alice"]) {
      void hub.grantUser(alice.socketId, { id, info: { seat: 1 } });
    }

    alice.subscribe("private-desk", { user_id: "bob" });
    alice.subscribe("presence-desk", { user_id: "alice" });
    alice.subscribe("private-desk", { user_id: "a" });
    bob.subscribe("private-desk", { user_id: "alice" });

    expect(alice.take().map((frame) => frame.event)).toEqual([
      "pusher:subscription_error",
      "pusher_internal:subscription_succeeded",
      "pusher:subscription_error",
    ]);
    expect(bob.take()).toMatchObject([{ event: "pusher:subscription_error" }]);
    expect(hub.userSockets()).toEqual([
      {
        socketId: alice.socketId,
        userId: "alice",
        userInfo: { seat: 1 },
        channels: ["presence-desk"],
      },
    ]);
    expect(hub.terminateUser("alice")).toBe(1);
  });

  test("[HB36] admits to a private channel a client that sends only auth", () => {
    const { hub } = aHub({ channels: { needsUser: true } });
    const [alice, bob] = [aClient(hub), aClient(hub)];
    void hub.grantUser(alice.socketId, { id: "alice", info: null });
    void hub.grantUser(bob.socketId, { id: "bob", info: null });

    alice.subscribe("private-desk", { user_id: "alice" }, { leavesOut: true });
    bob.subscribe("private-desk", { user_id: "alice" }, { leavesOut: true });

    expect(alice.take()).toMatchObject([{ event: "pusher_internal:subscription_succeeded" }]);
    expect(bob.take()).toMatchObject([{ event: "pusher:subscription_error" }]);
    expect(hub.terminateUser("alice")).toBe(1);
  });

  test("[HB36] keeps the last four grants of a socket", () => {
    const { hub } = aHub({ channels: { needsUser: true } });
    const alice = aClient(hub);
    for (const id of ["alice", "a", "b", "c", "d"]) {
      void hub.grantUser(alice.socketId, { id, info: null });
    }

    alice.subscribe("private-desk", { user_id: "alice" });
    alice.subscribe("private-desk", { user_id: "a" });

    expect(alice.take().map((frame) => frame.event)).toEqual([
      "pusher:subscription_error",
      "pusher_internal:subscription_succeeded",
    ]);
  });

  test("[HB32] lists the signed-in users with their channels, and ends one socket and no other", () => {
    const { hub } = aHub({ channels: { needsUser: true } });
    const [here, there, nobody] = [aClient(hub), aClient(hub), aClient(hub)];
    for (const tab of [here, there]) {
      tab.signIn({ id: "alice", user_info: { seat: 1 } });
      tab.subscribe("private-desk", { user_id: "alice" });
    }

    expect(hub.userSockets()).toEqual(
      [here, there].map(({ socketId }) => ({
        socketId,
        userId: "alice",
        userInfo: { seat: 1 },
        channels: ["private-desk"],
      })),
    );
    expect(hub.terminateSocket(here.socketId)).toBe(true);
    expect(hub.terminateSocket("1.1")).toBe(false);
    expect([here, there, nobody].map((tab) => tab.closed?.code)).toEqual([
      4009,
      undefined,
      undefined,
    ]);
  });
});

describe("a client of another library", () => {
  test("may send auth and channel_data as null", () => {
    const { hub } = aHub();
    const alice = aClient(hub);
    const auth = `app-key:${sign("app-secret", `${alice.socketId}:private-desk`)}`;

    alice.say("pusher:subscribe", { channel: "news", auth: null, channel_data: null });
    alice.say("pusher:subscribe", { channel: "private-desk", auth, channel_data: null });
    alice.say("pusher:subscribe", { channel: "presence-desk", auth: null, channel_data: null });

    expect(alice.take().map((frame) => frame.event)).toEqual([
      "pusher_internal:subscription_succeeded",
      "pusher_internal:subscription_succeeded",
      "pusher:subscription_error",
    ]);
  });
});
