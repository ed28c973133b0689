import { describe, expect, test } from "vitest";

import { aClient, aHub, ScriptedClient } from "../testing/scripted-client.ts";

describe("a connection", () => {
  test("[HB2] is greeted with its socket id and the activity timeout in seconds", () => {
    const { hub } = aHub();
    const alice = new ScriptedClient(hub);

    expect(alice.socketId).toMatch(/^\d+\.\d+$/);
    expect(alice.take()).toEqual([
      {
        event: "pusher:connection_established",
        data: { socket_id: alice.socketId, activity_timeout: 30 },
      },
    ]);
  });

  test("[HB1] [HB6] answers a ping, and is pinged after 30 s of silence", () => {
    const { hub, clock } = aHub();
    const alice = aClient(hub);
    alice.subscribe("news");
    alice.take();

    alice.say("pusher:ping");
    clock.advance(38_000);

    expect(alice.take().map((frame) => frame.event)).toEqual(["pusher:pong", "pusher:ping"]);
  });

  test("[HB6] is closed with 4201 without a pong, and stays open with a pong", () => {
    const { hub, clock } = aHub();
    const alice = aClient(hub);
    const bob = aClient(hub);
    alice.subscribe("news");
    bob.subscribe("news");

    clock.advance(38_000);
    bob.say("pusher:pong");
    clock.advance(31_000);

    expect(alice.closed?.code).toBe(4201);
    expect(bob.closed).toBeNull();
  });

  test("is closed with 4202 after the inactivity limit without an event, and pings do not count as events", () => {
    const { hub, clock } = aHub({ limits: { inactivityMs: 60_000 } });
    const alice = aClient(hub);
    alice.subscribe("news");

    for (let second = 0; second < 61; second += 5) {
      clock.advance(5_000);
      alice.say("pusher:ping");
    }

    expect(alice.closed?.code).toBe(4202);
  });

  test("[HB39] is closed with 4202 when it has no channel for 30 s, even if it sends pings", () => {
    const { hub, clock } = aHub();
    const [idle, left, follower] = [aClient(hub), aClient(hub), aClient(hub)];
    left.subscribe("news");
    follower.subscribe("news");

    clock.advance(20_000);
    left.say("pusher:unsubscribe", { channel: "news" });
    for (let second = 20; second < 40; second += 1) {
      idle.say("pusher:ping");
      left.say("pusher:ping");
      follower.say("pusher:ping");
      clock.advance(1_000);
    }

    expect(idle.closed?.code).toBe(4202);
    expect([left.closed, follower.closed]).toEqual([null, null]);
    clock.advance(20_000);
    expect(left.closed?.code).toBe(4202);
    expect(follower.closed).toBeNull();
  });

  test("[HB26] is disconnected when it reads too slowly, and leaves its channels", async () => {
    const { hub } = aHub();
    const alice = aClient(hub);
    const bob = aClient(hub);
    alice.subscribe("presence-desk", { user_id: "alice" });
    bob.subscribe("presence-desk", { user_id: "bob" });
    bob.take();

    alice.bufferedAmount = 1024 * 1024 + 1;
    hub.trigger({ channels: "presence-desk", name: "a", data: 1 });
    await Promise.resolve();

    expect(alice.isTerminated).toBe(true);
    expect(bob.take().map((frame) => frame.event)).toEqual(["a", "pusher_internal:member_removed"]);
    expect(hub.stats()).toMatchObject({ connections: 1, slowReadersClosed: 1 });
  });

  test("[HB6] is disconnected within 45 s when it reads nothing, even if it sends pings", async () => {
    const { hub, clock } = aHub();
    const [deaf, reader] = [aClient(hub), aClient(hub)];
    const seconds: number[] = [];
    for (const client of [deaf, reader]) {
      client.subscribe("news");
    }
    clock.advance(10_000);
    deaf.reads = false;

    for (let second = 1; second <= 60; second += 1) {
      deaf.say("pusher:ping");
      reader.say("pusher:ping");
      clock.advance(1_000);
      await Promise.resolve();
      seconds.push(...(deaf.isTerminated ? [second] : []));
    }

    expect(seconds[0]).toBeGreaterThanOrEqual(20);
    expect(seconds[0]).toBeLessThanOrEqual(45);
    expect([reader.isTerminated, reader.closed]).toEqual([false, null]);
    expect(hub.stats()).toMatchObject({ connections: 1, slowReadersClosed: 1 });
  });

  test("is closed with 4100 after too many frames", () => {
    const { hub } = aHub();
    const alice = aClient(hub);

    for (let index = 0; index < 501; index += 1) {
      alice.say("pusher:ping");
    }

    expect(alice.closed?.code).toBe(4100);
  });

  test("[HB27] gets an error for each invalid frame, and is closed after ten", () => {
    const { hub } = aHub();
    const alice = aClient(hub);

    for (let index = 0; index < 10; index += 1) {
      alice.sayText("{");
    }

    expect(alice.take()).toHaveLength(10);
    expect(alice.closed?.code).toBe(1008);
  });

  test("gets a request to reconnect when the hub ends", async () => {
    const { hub } = aHub();
    const alice = aClient(hub);

    await hub.close();
    await hub.close();

    expect(alice.closed?.code).toBe(4200);
    expect(hub.stats().connections).toBe(0);
  });
});
