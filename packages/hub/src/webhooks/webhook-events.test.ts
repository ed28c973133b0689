import { expect, test } from "vitest";

import { aClient, aHub } from "../testing/scripted-client.ts";

test("[HB24] webhooks report new and left members, and client events", async () => {
  const bodies: string[] = [];
  const { hub, clock } = aHub({
    channels: { takesClientEvents: () => true },
    webhooks: [{ url: "http://127.0.0.1/hook" }],
    fetch: async (_url, init) => {
      bodies.push(init?.body as string);
      return new Response();
    },
  });
  const alice = aClient(hub);

  alice.subscribe("presence-desk", { user_id: "alice" });
  alice.say("client-wave", { n: 1 }, "presence-desk");
  alice.vanish();
  clock.advance(50);
  await new Promise((resolve) => setImmediate(resolve));

  expect(JSON.parse(bodies[0] ?? "{}")).toEqual({
    time_ms: clock.now(),
    events: [
      { name: "channel_occupied", channel: "presence-desk" },
      { name: "member_added", channel: "presence-desk", user_id: "alice" },
      {
        name: "client_event",
        channel: "presence-desk",
        event: "client-wave",
        data: '{"n":1}',
        socket_id: alice.socketId,
        user_id: "alice",
      },
      { name: "member_removed", channel: "presence-desk", user_id: "alice" },
      { name: "channel_vacated", channel: "presence-desk" },
    ],
  });
});
