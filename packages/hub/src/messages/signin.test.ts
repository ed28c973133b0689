import { describe, expect, test } from "vitest";

import { aClient, aHub } from "../testing/scripted-client.ts";

describe("signing in", () => {
  test("[HB32] gives access to the user's own channel and notifies watchers", () => {
    const { hub } = aHub();
    const alice = aClient(hub);
    const bob = aClient(hub);

    alice.signIn({ id: "alice", watchlist: ["bob"] });
    bob.signIn({ id: "bob" });
    bob.say("pusher:subscribe", { channel: "#server-to-user-bob" });
    hub.trigger({ channels: "#server-to-user-bob", name: "hello", data: 1 });
    bob.vanish();

    expect(bob.take().map((frame) => frame.event)).toEqual([
      "pusher:signin_success",
      "pusher_internal:subscription_succeeded",
      "hello",
    ]);
    expect(alice.take().slice(1)).toMatchObject([
      { data: { events: [{ name: "offline", user_ids: ["bob"] }] } },
      { data: { events: [{ name: "online", user_ids: ["bob"] }] } },
      { data: { events: [{ name: "offline", user_ids: ["bob"] }] } },
    ]);
  });

  test("closes the socket with 4009 for a forged signature, and refuses a long watchlist with 4302", () => {
    const { hub } = aHub();
    const alice = aClient(hub);
    const bob = aClient(hub);

    alice.say("pusher:signin", { auth: "app-key:0", user_data: '{"id":"alice"}' });
    bob.signIn({ id: "bob", watchlist: Array.from({ length: 101 }, String) });

    expect(alice.closed?.code).toBe(4009);
    expect(bob.take()).toMatchObject([{ data: { code: 4302 } }]);
    expect(hub.stats().users).toBe(0);
  });

  test("[HB32] allows the application to end this user's sockets, and no others, with 4009", () => {
    const { hub } = aHub();
    const tabs = [aClient(hub), aClient(hub)];
    const bob = aClient(hub);
    for (const tab of tabs) {
      tab.signIn({ id: "alice" });
    }
    bob.signIn({ id: "bob" });

    expect(hub.terminateUser("alice")).toBe(2);

    expect(tabs.map((tab) => tab.closed?.code)).toEqual([4009, 4009]);
    expect(bob.closed).toBeNull();
    expect(hub.stats()).toMatchObject({ connections: 1, users: 1 });
  });
});
