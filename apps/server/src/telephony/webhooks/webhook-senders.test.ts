import { expect, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import { WebhookSenders } from "./webhook-senders.ts";

function posts(senders: WebhookSenders, address: string, count: number): number {
  return Array.from({ length: count }, () => senders.mayPost(address)).filter(Boolean).length;
}

test("[AP40] an address without a valid signature may send a burst of 60 posts, then one per second", async () => {
  const clock = new FakeClock();
  const senders = new WebhookSenders(clock);

  expect(posts(senders, "203.0.113.7", 100)).toBe(60);
  expect(posts(senders, "203.0.113.8", 1)).toBe(1);
  await clock.advance(5_000);
  expect(posts(senders, "203.0.113.7", 100)).toBe(5);
  expect(posts(senders, "2001:db8::1", 60) + posts(senders, "2001:db8::2", 60)).toBe(60);
});

test("[AP40] an address with a valid signature is not limited for a day, and this machine is never limited", async () => {
  const clock = new FakeClock();
  const senders = new WebhookSenders(clock);
  posts(senders, "203.0.113.7", 100);

  senders.noteSigned("203.0.113.7");

  expect(posts(senders, "203.0.113.7", 1_000)).toBe(1_000);
  expect(posts(senders, "127.0.0.1", 1_000)).toBe(1_000);
  expect(posts(senders, "::ffff:127.0.0.1", 1_000)).toBe(1_000);
  await clock.advance(24 * 3_600_000);
  expect(posts(senders, "203.0.113.7", 1_000)).toBe(60);
});

test("beyond a thousand senders, the sender with the oldest signature is limited again", () => {
  const senders = new WebhookSenders(new FakeClock());
  senders.noteSigned("first");
  for (let other = 0; other < 1_000; other += 1) {
    senders.noteSigned(`other ${other}`);
  }

  expect(posts(senders, "first", 100)).toBe(60);
  expect(posts(senders, "other 0", 100)).toBe(100);
});
