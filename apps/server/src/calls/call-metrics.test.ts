import { Registry } from "prom-client";
import { expect, test } from "vitest";

import { registerCallMetrics } from "./call-metrics.ts";
import type { Traffic } from "./store/traffic-store.ts";

const busy: Traffic = {
  live: [
    { state: "in_progress", desk: "waiting", count: 3 },
    { state: "ringing", desk: "waiting", count: 1 },
    { state: "in_progress", desk: "on_air", count: 1 },
  ],
  longestWaitS: 95.5,
  ended: { talked: 7, abandoned: 2, refused: 1, other: 0 },
  rehearsed: 12,
};

function watched(answers: (Traffic | null)[]) {
  const registry = new Registry();
  let nowMs = 0;
  let reads = 0;
  registerCallMetrics(
    registry,
    async () => answers[reads++] ?? null,
    () => nowMs,
  );
  return { scrape: () => registry.metrics(), later: () => (nowMs += 1_000), reads: () => reads };
}

test("[MN11] one scrape reads the calls once, and shows live, waiting and ended calls", async () => {
  const { scrape, reads } = watched([busy]);

  const text = await scrape();

  expect(reads()).toBe(1);
  for (const line of [
    'linedesk_calls{state="in_progress",desk="waiting"} 3',
    'linedesk_calls{state="in_progress",desk="on_air"} 1',
    "linedesk_calls_waiting 4",
    "linedesk_calls_longest_wait_seconds 95.5",
    'linedesk_calls_ended_lately{outcome="abandoned"} 2',
    'linedesk_calls_ended_lately{outcome="other"} 0',
    "linedesk_calls_rehearsed 12",
  ]) {
    expect(text).toContain(line);
  }
});

test("[MN11] an unavailable database leaves no old numbers in the metrics", async () => {
  const { scrape, later } = watched([busy, null]);
  await scrape();
  later();

  const text = await scrape();

  expect(text).toContain("# TYPE linedesk_calls_waiting gauge");
  expect(text.split("\n").filter((line) => line.startsWith("linedesk_"))).toEqual([]);
});
