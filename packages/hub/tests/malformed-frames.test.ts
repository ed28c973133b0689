import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { aClient, aHub } from "../src/testing/scripted-client.ts";

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
        const { hub } = aHub({
          channels: { takesClientEvents: (channel) => channel !== "private-desk" },
        });
        const bob = aClient(hub);
        bob.subscribe("private-desk");
        bob.take();
        const mallory = aClient(hub);

        for (const text of frames) {
          mallory.sayText(text);
        }
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
