import { describe, expect, test } from "vitest";

import { md5Hex, sign } from "../protocol/sign.ts";
import { aClient, aHub, keys } from "../testing/scripted-client.ts";
import type { RestRequest } from "./rest-request.ts";

interface Signing {
  now: number;
  method: string;
  path: string;
  query?: object;
  body?: unknown;
}

function signed({ now, method, path, query = {}, body }: Signing): RestRequest {
  const text = body === undefined ? "" : JSON.stringify(body);
  const params: Record<string, string> = {
    ...query,
    auth_key: keys.key,
    auth_timestamp: String(Math.floor(now / 1000)),
    auth_version: "1.0",
    ...(text === "" ? {} : { body_md5: md5Hex(text) }),
  };
  const sorted = Object.keys(params).sort();
  const pairs = sorted.map((key) => `${key}=${params[key]}`).join("&");
  const auth_signature = sign(keys.secret, [method, path, pairs].join("\n"));
  return { method, path, query: { ...params, auth_signature }, headers: {}, body: text };
}

const events = "/apps/linedesk/events";

describe("[HB23] before the body of a request is read", () => {
  const { hub, clock } = aHub();
  const good = signed({
    now: clock.now(),
    method: "POST",
    path: events,
    body: { name: "a", data: "", channels: ["one"] },
  });
  const { body: _body, ...head } = good;

  test.each([
    ["a signed request passes", {}, null],
    ["another app is refused", { path: "/apps/other/events" }, 404],
    ["an unknown path is refused", { path: "/apps/linedesk/events/x/y/z" }, 404],
    ["another key is refused", { query: { ...head.query, auth_key: "other" } }, 401],
    ["an old request is refused", { query: { ...head.query, auth_timestamp: "1" } }, 401],
    ["another signature is refused", { query: { ...head.query, auth_signature: "00" } }, 401],
    ["an unsigned request is refused", { query: {} }, 401],
  ])("%s", (_what, change, status) => {
    expect(hub.refuse({ ...head, ...change })?.status ?? null).toBe(status);
  });
});

describe("the HTTP API", () => {
  test("[HB20] sends one event to several channels, but not to the socket that caused it", async () => {
    const { hub, clock } = aHub();
    const alice = aClient(hub);
    const bob = aClient(hub);
    for (const client of [alice, bob]) {
      client.subscribe("one");
      client.subscribe("private-two");
      client.take();
    }

    const answer = await hub.handle(
      signed({
        now: clock.now(),
        method: "POST",
        path: events,
        body: {
          name: "a",
          data: '{"x":1}',
          channels: ["one", "private-two"],
          socket_id: bob.socketId,
        },
      }),
    );

    expect(answer).toEqual({ status: 200, body: {} });
    expect(alice.take()).toEqual([
      { event: "a", channel: "one", data: { x: 1 } },
      { event: "a", channel: "private-two", data: { x: 1 } },
    ]);
    expect(bob.take()).toEqual([]);
  });

  test("[HB20] checks all events of a batch before it sends the first", async () => {
    const { hub, clock } = aHub();
    const alice = aClient(hub);
    alice.subscribe("one");
    alice.take();
    const good = { name: "a", data: "1", channel: "one" };
    function post(batch: object[]) {
      return hub.handle(
        signed({
          now: clock.now(),
          method: "POST",
          path: "/apps/linedesk/batch_events",
          body: { batch },
        }),
      );
    }

    const refused = await post([good, { ...good, channel: "not allowed" }]);
    const nothing = alice.take();
    const sent = await post([good, { ...good, info: "subscription_count" }]);

    expect(refused.status).toBe(400);
    expect(nothing).toEqual([]);
    expect(sent).toEqual({ status: 200, body: { batch: [{}, { subscription_count: 1 }] } });
    expect(alice.take()).toHaveLength(2);
  });

  test("[HB20] returns channels and users", async () => {
    const { hub, clock } = aHub();
    const alice = aClient(hub);
    alice.subscribe("presence-desk", { user_id: "alice" });
    alice.subscribe("news");
    function get(path: string, query = {}) {
      return hub.handle(
        signed({ now: clock.now(), method: "GET", path: `/apps/linedesk${path}`, query }),
      );
    }

    expect((await get("/channels")).body).toEqual({ channels: { "presence-desk": {}, news: {} } });
    expect(
      (await get("/channels", { filter_by_prefix: "presence-", info: "user_count" })).body,
    ).toEqual({
      channels: { "presence-desk": { user_count: 1 } },
    });
    expect((await get("/channels/news", { info: "subscription_count" })).body).toEqual({
      occupied: true,
      subscription_count: 1,
    });
    expect((await get("/channels/empty")).body).toEqual({ occupied: false });
    expect((await get("/channels/presence-desk/users")).body).toEqual({ users: [{ id: "alice" }] });
    expect((await get("/channels/news/users")).status).toBe(400);
    expect((await get("/channels", { info: "user_count" })).status).toBe(400);
  });

  const good: RestRequest = signed({
    now: 1_700_000_000_000,
    method: "POST",
    path: events,
    body: { name: "a", data: "1", channel: "one" },
  });

  test.each<[string, RestRequest, number]>([
    ["a good request", good, 200],
    ["a forged signature", { ...good, query: { ...good.query, auth_signature: "0" } }, 401],
    ["another key", { ...good, query: { ...good.query, auth_key: "other" } }, 401],
    ["another version", { ...good, query: { ...good.query, auth_version: "2" } }, 401],
    ["a changed body", { ...good, body: good.body.replace("1", "2") }, 401],
    ["a changed path", { ...good, path: "/apps/linedesk/batch_events" }, 401],
    ["another app", { ...good, path: "/apps/other/events" }, 404],
    ["a broken escape", { ...good, path: "/apps/%zz/events" }, 404],
    ["a body of 300 KB", { ...good, body: "x".repeat(300_000) }, 413],
  ])("[HB23] answers %s with its status", async (_what, request, status) => {
    const { hub } = aHub();

    expect((await hub.handle(request)).status).toBe(status);
  });

  test.each([
    [599, 200],
    [601, 401],
  ])("[HB23] answers a request that is %d s old with %d", async (ageSeconds, status) => {
    const { hub, clock } = aHub();
    clock.advance(ageSeconds * 1000);

    expect((await hub.handle(good)).status).toBe(status);
  });

  test.each([
    ["no name", { data: "1", channel: "one" }, 400],
    ["data that is no string", { name: "a", data: {}, channel: "one" }, 400],
    ["no channel", { name: "a", data: "1" }, 400],
    ["a long name", { name: "a".repeat(201), data: "1", channel: "one" }, 400],
    ["more than 10 KB of data", { name: "a", data: "x".repeat(10_241), channel: "one" }, 413],
    ["101 channels", { name: "a", data: "1", channels: Array.from({ length: 101 }, String) }, 400],
    ["a bad socket id", { name: "a", data: "1", channel: "one", socket_id: "x" }, 400],
  ])("[HB20] refuses an event with %s", async (_what, body, status) => {
    const { hub, clock } = aHub();

    const answer = await hub.handle(
      signed({ now: clock.now(), method: "POST", path: events, body }),
    );

    expect(answer.status).toBe(status);
  });

  test("answers 403 while the app is disabled, and the clients are closed with 4003", async () => {
    const { hub } = aHub();
    const alice = aClient(hub);

    hub.setDisabled(true);

    expect((await hub.handle(good)).status).toBe(403);
    expect(alice.closed?.code).toBe(4003);
  });
});
