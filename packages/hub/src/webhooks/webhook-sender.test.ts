import { describe, expect, test } from "vitest";

import { silentLogger } from "../app/logger.ts";
import { sign } from "../protocol/sign.ts";
import { FakeClock, keys } from "../testing/scripted-client.ts";
import { WebhookSender } from "./webhook-sender.ts";

interface Post {
  body: string;
  headers: Record<string, string>;
}

function aSender(statuses: number[]) {
  const clock = new FakeClock();
  const posts: Post[] = [];
  const sender = new WebhookSender({
    webhook: { url: "http://127.0.0.1/hook", events: ["member_added"] },
    keys,
    clock,
    logger: silentLogger,
    fetch: async (_url, init) => {
      posts.push({
        body: init?.body as string,
        headers: init?.headers as Record<string, string>,
      });
      return new Response(null, { status: statuses.shift() ?? 200 });
    },
  });
  async function pass(seconds: number): Promise<void> {
    for (let step = 0; step < seconds * 20; step += 1) {
      clock.advance(50);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return { sender, posts, pass };
}

const joined = { name: "member_added", channel: "presence-desk", user_id: "alice" } as const;

describe("webhooks", () => {
  test("have the signature of the test vector", () => {
    expect(sign("secret", '{"hello":"world"}')).toBe(
      "2677ad3e7c090b2fa2c0fb13020d66d5420879b8316eb356a2d60fb9073bc778",
    );
  });

  test("[HB24] are collected, filtered and signed", async () => {
    const { sender, posts, pass } = aSender([]);

    sender.push(joined);
    sender.push({ name: "channel_occupied", channel: "presence-desk" });
    sender.push(joined);
    await pass(1);

    expect(posts).toHaveLength(1);
    const body = posts[0]?.body ?? "";
    expect(JSON.parse(body)).toMatchObject({ events: [joined, joined] });
    expect(posts[0]?.headers).toMatchObject({
      "content-type": "application/json",
      "x-pusher-key": keys.key,
      "x-pusher-signature": sign(keys.secret, body),
    });
  });

  test("[HB24] are repeated after a failure, with the same body", async () => {
    const { sender, posts, pass } = aSender([500, 503, 200]);

    sender.push(joined);
    await pass(4);

    expect(posts).toHaveLength(3);
    expect(new Set(posts.map((post) => post.body)).size).toBe(1);
    expect(sender.dropped).toBe(0);
  });

  test("[HB24] fail after six attempts, and later ones are still sent", async () => {
    const { sender, posts, pass } = aSender([500, 500, 500, 500, 500, 500]);

    sender.push(joined);
    await pass(40);
    sender.push(joined);
    await pass(1);

    expect(posts).toHaveLength(7);
    expect(sender.dropped).toBe(1);
  });

  test("[HB24] are limited: the oldest are dropped when too many wait", async () => {
    const { sender, posts, pass } = aSender([]);

    for (let index = 0; index < 10_005; index += 1) {
      sender.push(joined);
    }
    await pass(8);
    await sender.close();

    expect(sender.dropped).toBe(5);
    expect(posts).toHaveLength(100);
  });
});
