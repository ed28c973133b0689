import { readdirSync, readFileSync } from "node:fs";

import { afterAll, beforeAll, expect, test } from "vitest";

import { startMedia } from "../src/host/start-media.ts";
import type { MediaPort } from "../src/port/media-port.ts";
import { RtpPhone } from "../src/testing/rtp-phone.ts";

let media: MediaPort;
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
