import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { aClient, aHub, ScriptedClient } from "./testing/scripted-client.ts";

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

  test("[HB5] [HB6] answers a ping, and is pinged itself after 30 s of silence", () => {
    const { hub, clock } = aHub();
    const alice = aClient(hub);

    alice.say("pusher:ping");
    clock.advance(38_000);

    expect(alice.take().map((frame) => frame.event)).toEqual(["pusher:pong", "pusher:ping"]);
  });

  test("[HB6] is closed with 4201 when the pong does not come, and kept when it does", () => {
    const { hub, clock } = aHub();
    const alice = aClient(hub);
    const bob = aClient(hub);

    clock.advance(38_000);
    bob.say("pusher:pong");
    clock.advance(31_000);

    expect(alice.closed?.code).toBe(4201);
    expect(bob.closed).toBeNull();
  });

  test("is closed with 4202 after a day without an event, pings aside", () => {
    const { hub, clock } = aHub({ limits: { inactivityMs: 60_000 } });
    const alice = aClient(hub);

    for (let second = 0; second < 61; second += 5) {
      clock.advance(5_000);
      alice.say("pusher:ping");
    }

    expect(alice.closed?.code).toBe(4202);
  });

  test("[HB26] is cut off when it reads too slowly, and leaves its channels", async () => {
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

  test("that floods is told to come back later", () => {
    const { hub } = aHub();
    const alice = aClient(hub);

    for (let index = 0; index < 501; index += 1) alice.say("pusher:ping");

    expect(alice.closed?.code).toBe(4100);
  });

  test("[HB27] that sends rubbish is answered ten times and then closed", () => {
    const { hub } = aHub();
    const alice = aClient(hub);

    for (let index = 0; index < 10; index += 1) alice.sayText("{");

    expect(alice.take()).toHaveLength(10);
    expect(alice.closed?.code).toBe(1008);
  });

  test("is told to reconnect when the hub ends", async () => {
    const { hub } = aHub();
    const alice = aClient(hub);

    await hub.close();
    await hub.close();

    expect(alice.closed?.code).toBe(4200);
    expect(hub.stats().connections).toBe(0);
  });
});

describe("malformed frames", () => {
  const event = fc.constantFrom(
    "pusher:subscribe",
    "pusher:unsubscribe",
    "pusher:signin",
    "pusher:ping",
    "pusher:pong",
    "client-x",
    "__proto__",
  );
  const frame = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({
        event: fc.oneof(event, fc.anything()),
        channel: fc.oneof(fc.constant("private-desk"), fc.string(), fc.anything()),
        data: fc.oneof(
          fc.record({
            channel: fc.oneof(fc.string(), fc.constant("__proto__"), fc.anything()),
            auth: fc.oneof(fc.string(), fc.anything()),
            channel_data: fc.oneof(fc.json(), fc.anything()),
            user_data: fc.oneof(fc.json(), fc.anything()),
          }),
          fc.anything(),
        ),
      })
      .map(toJson),
  );

  test("[HB27] never throw, never harm another client and leave nothing behind", () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 20 }), (frames) => {
        const { hub } = aHub();
        const bob = aClient(hub);
        bob.subscribe("private-desk");
        bob.take();
        const mallory = aClient(hub);

        for (const text of frames) mallory.sayText(text);
        mallory.vanish();
        hub.trigger({ channels: "private-desk", name: "after", data: 1 });

        expect(bob.take()).toEqual([{ event: "after", channel: "private-desk", data: 1 }]);
        expect(hub.stats()).toMatchObject({ connections: 1, channels: 1, users: 0 });
      }),
      { numRuns: 1000 },
    );
  });
});

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    // A big integer or a cycle cannot be sent at all.
    return "";
  }
}
