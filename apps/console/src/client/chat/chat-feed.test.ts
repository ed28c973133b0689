import { expect, test } from "vitest";

import type { ChatMessage } from "@linedesk/contract";
import { ChatFeed, type ChatPage } from "./chat-feed.ts";

const station = "0190f3c4-7a1b-7c3d-8e4f-000000000001";
const bob = { user: "0190f3c4-7a1b-7c3d-8e4f-000000000002", name: "Bob" };
const PAGE_SIZE = 10;

function aMessage(number: number): ChatMessage {
  const key = `0190f3c4-7a1b-7c3d-8e4f-${String(number).padStart(12, "0")}`;
  return { number, key, from: bob, at: "", text: `${number}`, mentions: [], card: null };
}

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Follows the chat of a server with this many messages. */
function follow(server: { count: number; isDown?: boolean }) {
  const shown = { numbers: [] as number[], anew: 0, hasOlder: false, live: null as boolean | null };
  const typed: string[] = [];
  const timers: (() => void)[] = [];
  const waits: number[] = [];
  // Each reading of the clock is a minute after the one before, unless a test stops the clock.
  const time = { ms: 0, isStopped: false };
  let loads = 0;
  const listener = {
    onSubscribed: () => undefined as void,
    onEvent: (_name: string, _data: unknown) => undefined as void,
  };
  const feed = new ChatFeed({
    station,
    subscribe: (channel, given) => {
      expect(channel).toBe(`private-station-${station}`);
      Object.assign(listener, given);
      return () => undefined;
    },
    loadPage: async (cursor): Promise<ChatPage> => {
      loads += 1;
      if (server.isDown === true) {
        throw new Error("down");
      }
      const before = cursor === null ? server.count : Number(cursor) - 1;
      const items = Array.from({ length: Math.min(before, PAGE_SIZE) }, (_, n) =>
        aMessage(before - n),
      );
      const last = items.at(-1)?.number ?? 1;
      return { items, nextCursor: last > 1 ? String(last) : null, now: "" };
    },
    onBatch: ({ messages, replacesAll, hasOlder }) => {
      const numbers = messages.map(({ number }) => number);
      if (replacesAll) {
        Object.assign(shown, { numbers, anew: shown.anew + 1, hasOlder });
      } else {
        shown.numbers.push(...numbers);
      }
    },
    onServerTime: () => undefined,
    onTyped: ({ name }) => void typed.push(name),
    onLive: (isLive) => (shown.live = isLive),
    timing: {
      schedule: (run, ms) => {
        timers.push(run);
        waits.push(ms);
        return () => undefined;
      },
      now: () => (time.isStopped ? time.ms : (time.ms += 60_000)),
      random: () => 0,
    },
  });
  let seq = 0;
  function emit(number: number, name = "chat.sent"): void {
    seq += 1;
    listener.onEvent(name, { type: "chat.sent", seq, message: aMessage(number) });
  }
  return { feed, shown, typed, timers, waits, time, listener, emit, count: () => loads };
}

function upTo(last: number, first = 1): number[] {
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}

test("[CH8] the feed starts with the newest page and adds each new message once", async () => {
  const { shown, listener, emit, count } = follow({ count: 25 });
  emit(26);
  listener.onSubscribed();
  emit(26);
  await settle();
  emit(26);
  emit(27);

  expect(shown).toMatchObject({ numbers: upTo(27, 16), anew: 1, hasOlder: true, live: true });
  expect(count()).toBe(1);
});

test("[CH8] after a missing number and after each new subscription, the missed messages are loaded page by page", async () => {
  const server = { count: 3 };
  const { shown, listener, emit, count } = follow(server);
  listener.onSubscribed();
  await settle();
  server.count = 30;
  emit(30);
  expect(shown.live).toBe(false);
  await settle();
  expect(shown.numbers).toEqual(upTo(30));
  server.count = 41;
  listener.onSubscribed();
  await settle();

  expect(shown).toMatchObject({ numbers: upTo(41), anew: 1, live: true });
  expect(count()).toBe(1 + 3 + 2);
});

test("[CH8] after more than 20 missed pages the feed starts again with the newest page", async () => {
  const server = { count: 5 };
  const { shown, listener } = follow(server);
  listener.onSubscribed();
  await settle();
  server.count = 1_000;
  listener.onSubscribed();
  await settle();

  expect(shown).toMatchObject({ numbers: upTo(1_000, 801), anew: 2, hasOlder: true });
});

test("[CH8] a failed load is repeated, and the event `station.stale` causes a load", async () => {
  const server = { count: 2, isDown: true };
  const { shown, timers, listener } = follow(server);
  listener.onSubscribed();
  await settle();
  expect(shown).toMatchObject({ numbers: [], live: false });
  server.isDown = false;
  timers.at(-1)?.();
  await settle();
  server.count = 3;
  listener.onEvent("station.stale", { type: "station.stale", seq: 9 });
  await settle();

  expect(shown).toMatchObject({ numbers: [1, 2, 3], live: true });
});

test("[RT19] the feed loads after 1, 2, 4, 8 and then every 10 s, however many events require a load", async () => {
  const { shown, timers, waits, time, listener, count } = follow({ count: 2 });
  time.isStopped = true;
  listener.onSubscribed();
  await settle();

  for (let round = 0; round < 5; round += 1) {
    for (let at = 0; at < 50; at += 1) {
      listener.onEvent("station.stale", { type: "station.stale", seq: at });
    }
    expect([round, count(), timers.length]).toEqual([round, round + 1, round + 1]);
    time.ms += waits[round] ?? 0;
    timers[round]?.();
    await settle();
  }

  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 10_000]);
  expect(shown).toMatchObject({ numbers: [1, 2], live: true });
});

test("[CH14] only events with a name and data of the contract are shown", async () => {
  const { shown, typed, listener, emit } = follow({ count: 0 });
  listener.onSubscribed();
  await settle();

  emit(1, "client-chat.sent");
  listener.onEvent("chat.typed", { type: "chat.typed", seq: 1, person: bob });
  listener.onEvent("client-chat.typed", { type: "chat.typed", seq: 1, person: bob });
  listener.onEvent("chat.typed", "nonsense");
  listener.onEvent("chat.sent", "nonsense");
  await settle();

  expect(shown.numbers).toEqual([]);
  expect(typed).toEqual(["Bob"]);
});

test("[CH8] every message is shown once over 1,000 dropped connections", async () => {
  const random = aRandom(20_261_123);
  const server = { count: 0 };
  const { shown, listener, emit } = follow(server);
  let onTheWay: number[] = [];

  for (let drop = 0; drop < 1_000; drop += 1) {
    listener.onSubscribed();
    for (let step = random(6); step > 0; step -= 1) {
      server.count += 1;
      onTheWay.push(server.count);
      if (random(3) === 0) {
        await settle();
      }
      while (onTheWay.length > 0 && random(4) > 0) {
        emit(onTheWay.shift() ?? 0);
      }
    }
    // A broken connection loses the messages in transit, and more are sent while it is down.
    onTheWay = [];
    server.count += random(3);
  }
  listener.onSubscribed();
  await settle();

  expect(server.count).toBeGreaterThan(2_000);
  expect(shown).toMatchObject({ numbers: upTo(server.count), anew: 1 });
});

/** Returns the same numbers in every run, from 0 to below `below`. */
function aRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
