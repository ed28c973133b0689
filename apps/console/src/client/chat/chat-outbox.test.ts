import { expect, test } from "vitest";

import type { ChatMessage } from "@linedesk/contract";
import type { Outgoing } from "../store/chat-slice.ts";
import { ChatOutbox } from "./chat-outbox.ts";

const station = "0190f3c4-7a1b-7c3d-8e4f-000000000001";

/** Creates an outbox with a record of its requests, and timers that a test fires. */
function anOutbox() {
  const posts: { key: string; answer: (result: ChatMessage | Error) => void }[] = [];
  const timers: { run: () => void; ms: number; isCancelled: boolean }[] = [];
  const seen: { outgoing: readonly Outgoing[] } = { outgoing: [] };
  let keys = 0;
  const outbox = new ChatOutbox({
    post: ({ key }) =>
      new Promise((resolve, reject) =>
        posts.push({
          key,
          answer: (result) => (result instanceof Error ? reject(result) : resolve(result)),
        }),
      ),
    refusal: (error) => (error instanceof RangeError ? error.message : null),
    onChange: (outgoing) => (seen.outgoing = outgoing),
    schedule: (run, ms) => {
      const timer = { run, ms, isCancelled: false };
      timers.push(timer);
      return () => (timer.isCancelled = true);
    },
    newKey: () => `key ${(keys += 1)}`,
    now: () => 0,
  });
  function states(): string[] {
    return seen.outgoing.map(({ text, state }) => `${text}: ${state.status}`);
  }
  async function answer(result: ChatMessage | Error): Promise<void> {
    posts.at(-1)?.answer(result);
    await new Promise((resolve) => setImmediate(resolve));
  }
  async function runTimer(): Promise<number> {
    const timer = timers.findLast(({ isCancelled }) => !isCancelled);
    timer?.run();
    return timer?.ms ?? -1;
  }
  return { outbox, posts, states, answer, runTimer };
}

function stored(number: number): ChatMessage {
  const from = { user: station, name: "Alice" };
  return { number, key: `key ${number}`, from, at: "", text: "", mentions: [], card: null };
}

function aText(text: string) {
  return { station, text, card: null };
}

test("[CH11] messages are sent one after the other, in the order in which they were written", async () => {
  const { outbox, posts, states, answer } = anOutbox();

  expect(outbox.send(aText("one"))).toBe(true);
  outbox.send(aText("two"));
  expect(states()).toEqual(["one: sending", "two: sending"]);
  expect(posts.map(({ key }) => key)).toEqual(["key 1"]);
  await answer(stored(1));
  expect(states()).toEqual(["one: sent", "two: sending"]);
  expect(outbox.hasUnsent).toBe(true);
  await answer(stored(2));

  expect(posts.map(({ key }) => key)).toEqual(["key 1", "key 2"]);
  expect(outbox.hasUnsent).toBe(false);
  outbox.handleArrived(new Set(["key 1", "key 2"]));
  expect(states()).toEqual([]);
});

test("[CH11] an undelivered message is sent again with its key after 1, 2, 4, 8 and then every 10 s", async () => {
  const { outbox, posts, states, answer, runTimer } = anOutbox();
  outbox.send(aText("one"));
  outbox.send(aText("two"));

  const waits: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await answer(new Error("network"));
    expect(states()).toEqual(["one: waiting", "two: sending"]);
    waits.push(await runTimer());
  }

  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  expect(new Set(posts.map(({ key }) => key))).toEqual(new Set(["key 1"]));
});

test("[CH11] an undelivered message is sent at once on a new connection or on Retry, and never twice at the same time", async () => {
  const { outbox, posts, states, answer } = anOutbox();
  outbox.send(aText("one"));
  await answer(new Error("network"));

  outbox.handleConnected();
  outbox.handleConnected();
  expect(posts).toHaveLength(2);
  await answer(new Error("network"));
  outbox.retry("key 1");

  expect(posts).toHaveLength(3);
  expect(states()).toEqual(["one: sending"]);
});

test("[CH11] a refused message blocks no other, and can be sent again or removed", async () => {
  const { outbox, posts, states, answer } = anOutbox();
  outbox.send(aText("one"));
  outbox.send(aText("two"));

  await answer(new RangeError("no such call"));
  expect(states()).toEqual(["one: refused", "two: sending"]);
  await answer(stored(2));
  outbox.retry("key 1");
  expect(posts.map(({ key }) => key)).toEqual(["key 1", "key 2", "key 1"]);
  await answer(new RangeError("no such call"));
  outbox.remove("key 1");

  expect(states()).toEqual(["two: sent"]);
});

test("[CH7] a message whose answer was lost is not sent again once the chat contains it", async () => {
  const { outbox, posts, states, answer, runTimer } = anOutbox();
  outbox.send(aText("one"));
  await answer(new Error("the answer was lost"));

  outbox.handleArrived(new Set(["key 1"]));
  await runTimer();

  expect(states()).toEqual([]);
  expect(posts).toHaveLength(1);
});

test("[CH11] at most 200 messages wait, and the next one is not accepted", () => {
  const { outbox } = anOutbox();
  const taken = Array.from({ length: 201 }, (_, n) => outbox.send(aText(String(n))));

  expect(taken.filter(Boolean)).toHaveLength(200);
  expect(taken.at(-1)).toBe(false);
});
