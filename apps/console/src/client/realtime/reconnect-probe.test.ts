import { expect, test } from "vitest";

import { ReconnectProbe } from "./reconnect-probe.ts";

function aProbe() {
  const seen = { restarts: 0, probes: 0 };
  const server = { isAnswering: false, tookMs: 10 };
  let now = 1_000_000;
  let timers: { run: () => void; at: number }[] = [];
  const probe = new ReconnectProbe({
    ask: async () => {
      seen.probes += 1;
      now += server.tookMs;
      return server.isAnswering;
    },
    restart: () => {
      seen.restarts += 1;
      probe.handleAttempt();
    },
    now: () => now,
    schedule: (run, ms) => {
      const timer = { run, at: now + ms };
      timers.push(timer);
      return () => (timers = timers.filter((one) => one !== timer));
    },
  });
  /** Runs the timers that are due within this many milliseconds, in order. */
  async function pass(ms: number): Promise<void> {
    const end = now + ms;
    for (;;) {
      const next = timers.toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > end) {
        break;
      }
      timers = timers.filter((one) => one !== next);
      now = Math.max(now, next.at);
      next.run();
      for (let turn = 0; turn < 5; turn += 1) {
        await Promise.resolve();
      }
    }
    now = Math.max(now, end);
  }
  return { probe, seen, server, pass, timers: () => timers };
}

test("[CN9] a server that answers again after 30 s is tried within a second", async () => {
  const { probe, seen, server, pass } = aProbe();
  probe.handleDisconnected();
  await pass(30_000);
  expect(seen.restarts).toBe(0);
  expect(seen.probes).toBeGreaterThanOrEqual(29);

  server.isAnswering = true;
  await pass(1_100);

  expect(seen.restarts).toBe(1);
});

test("[CN9] while only sockets are refused, each attempt is followed by another", async () => {
  const { probe, seen, server, pass } = aProbe();
  server.isAnswering = true;
  probe.handleDisconnected();

  await pass(30_000);

  expect(seen.restarts).toBeGreaterThanOrEqual(14);
});

test("[CN9] on a slow network an attempt gets the time that it needs", async () => {
  const { probe, seen, server, pass } = aProbe();
  server.isAnswering = true;
  server.tookMs = 600;
  probe.handleDisconnected();

  await pass(4_000);
  expect(seen.restarts).toBe(0);
  await pass(2_000);

  expect(seen.restarts).toBe(1);
});

test("[CN9] after two minutes of answers without a socket the probe restarts nothing, until the answers stop and return", async () => {
  const { probe, seen, server, pass } = aProbe();
  server.isAnswering = true;
  probe.handleDisconnected();
  await pass(125_000);
  const before = seen.restarts;

  await pass(60_000);
  expect(seen.restarts).toBe(before);
  server.isAnswering = false;
  await pass(2_000);
  server.isAnswering = true;
  await pass(2_100);

  expect(seen.restarts).toBeGreaterThan(before);
});

test("the probe stops once connected, and runs one round at a time", async () => {
  const { probe, seen, pass, timers } = aProbe();
  probe.handleDisconnected();
  probe.handleDisconnected();
  expect(timers()).toHaveLength(1);
  await pass(3_100);

  probe.close();
  const { probes } = seen;
  await pass(10_000);

  expect(seen.probes).toBe(probes);
  expect(timers()).toHaveLength(0);
});
