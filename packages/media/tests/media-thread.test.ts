import { readdirSync, readFileSync } from "node:fs";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type RunningMedia, startMedia } from "../src/host/start-media.ts";
import { RtpPhone } from "../src/testing/rtp-phone.ts";

let media: RunningMedia;
beforeAll(async () => {
  media = await startMedia({ isAllowedUrl: () => false });
});
afterAll(() => media.close());

function niceOfThreads(): number[] {
  return readdirSync("/proc/self/task").map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
  });
}

function own(): number {
  return Number(readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ")[16]);
}

test("[XM23] the media thread has a higher priority if allowed, and mixes in any case", async () => {
  const phone = new RtpPhone("urgent", 440);
  await phone.connect(media);

  await expect.poll(() => phone.packets.length, { timeout: 15_000 }).toBeGreaterThan(5);

  const mayRaise = process.getuid?.() === 0;
  if (mayRaise) {
    expect(Math.min(...niceOfThreads())).toBe(-10);
  }
  expect(own()).toBeGreaterThan(-10);
  media.closeLeg(phone.id);
  phone.close();
});

/** Returns the media thread's beats a second, measured over its next three beats. */
async function measureBeats(): Promise<number> {
  const { ticks } = media.readTicks();
  const startMs = performance.now();
  await expect.poll(() => media.readTicks().ticks - ticks, { interval: 5 }).toBeGreaterThan(2);
  return (media.readTicks().ticks - ticks) / ((performance.now() - startMs) / 1_000);
}

test("without legs, the media thread sleeps between the beats that the supervisor reads, and a leg wakes it", async () => {
  await expect.poll(measureBeats, { timeout: 15_000 }).toBeLessThan(8);

  const phone = new RtpPhone("waker", 440);
  await phone.connect(media);
  await expect.poll(() => phone.packets.length, { timeout: 15_000 }).toBeGreaterThan(5);

  expect((await media.health()).skippedTicks).toBe(0);
  media.closeLeg(phone.id);
  phone.close();
  await expect.poll(measureBeats, { timeout: 15_000 }).toBeLessThan(8);
});
