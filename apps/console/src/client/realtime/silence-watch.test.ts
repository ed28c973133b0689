import { expect, test } from "vitest";

import { SilenceWatch } from "./silence-watch.ts";

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function aWatch() {
  let now = 0;
  let timers: { run: () => void; at: number }[] = [];
  const feed = { seq: 7 as number | null, silentMs: 0, poll: () => undefined, handleMissed() {} };
  const seen = { asks: [] as number[], polls: [] as number[], missed: 0 };
  const server = { seq: 7, isAnswering: true };
  const state = { isOnline: true };
  const open = {
    get seq() {
      return feed.seq;
    },
    get silentMs() {
      return now - feed.silentMs;
    },
    poll: () => void seen.polls.push(now),
    handleMissed: () => void (seen.missed += 1),
  };
  const watch = new SilenceWatch({
    feed: () => open,
    askSeq: async (since) => {
      seen.asks.push(now);
      if (!server.isAnswering) {
        throw new Error("The server does not answer");
      }
      if (server.seq === since) {
        throw new Error("The server answers 304");
      }
      return server.seq;
    },
    isOnline: () => state.isOnline,
    now: () => now,
    schedule: (run, ms) => {
      const timer = { run, at: now + ms };
      timers.push(timer);
      return () => (timers = timers.filter((one) => one !== timer));
    },
  });
  async function pass(ms: number): Promise<void> {
    const end = now + ms;
    for (;;) {
      const next = timers.toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > end) {
        break;
      }
      timers = timers.filter((one) => one !== next);
      now = next.at;
      next.run();
      await settle();
    }
    now = end;
  }
  return { watch, feed, seen, server, state, pass, timers: () => timers };
}

test("[RT28] after 10 s without an event the console asks the server for its seq, and loads a snapshot when an event is missing", async () => {
  const { watch, seen, server, pass } = aWatch();
  watch.noteSocket(true);

  await pass(25_000);
  expect(seen.asks).toEqual([10_000, 20_000]);
  expect(seen.missed).toBe(0);

  server.seq = 8;
  await pass(6_500);
  expect(seen.asks).toHaveLength(3);
  expect(seen.missed).toBe(1);
  expect(seen.polls).toEqual([]);
});

test("[RT28] an event that arrives within a second of the answer is not missing", async () => {
  const { watch, feed, seen, server, pass } = aWatch();
  watch.noteSocket(true);
  server.seq = 8;

  await pass(10_000);
  feed.seq = 8;
  await pass(2_000);

  expect(seen.asks).toHaveLength(1);
  expect(seen.missed).toBe(0);
});

test("[RT28] the console does not ask while events arrive, while a snapshot is being loaded and without a network", async () => {
  const { watch, feed, seen, state, pass } = aWatch();
  watch.noteSocket(true);
  for (let second = 0; second < 30; second += 5) {
    feed.silentMs = second * 1_000;
    await pass(5_000);
  }
  feed.seq = null;
  await pass(15_000);
  feed.seq = 7;
  state.isOnline = false;
  await pass(15_000);

  expect(seen.asks).toEqual([]);
});

test("[RT29] while the socket is disconnected the console loads a snapshot every 3 s", async () => {
  const { watch, seen, server, pass, timers } = aWatch();
  watch.noteSocket(true);
  await pass(1_000);
  watch.noteSocket(false);

  await pass(2_000);
  watch.noteSocket(false);
  expect(seen.polls).toEqual([]);
  await pass(8_000);
  expect(seen.polls).toEqual([4_000, 7_000, 10_000]);

  watch.noteSocket(true);
  server.isAnswering = false;
  await pass(5_000);
  expect(seen.polls).toHaveLength(3);
  watch.close();
  expect(timers()).toEqual([]);
});
