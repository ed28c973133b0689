import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { startMedia } from "../src/host/start-media.ts";
import type { MediaPort } from "../src/port/media-port.ts";
import { eventually, noteFault } from "../src/testing/media-events.ts";
import { RtpPhone } from "../src/testing/rtp-phone.ts";
import { WeriftPhone } from "../src/testing/werift-phone.ts";

const open = { muted: false, hold: false };
const timeoutMs = 30_000;
const faults: string[] = [];
const ends: (() => unknown)[] = [];
let media: MediaPort;

beforeAll(async () => {
  media = await startMedia({
    isAllowedUrl: async () => false,
    onFault: (message) => noteFault(faults, message),
  });
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) {
    await end();
  }
  if (faults.length > 0) {
    throw new Error(faults.join("\n"));
  }
});
afterAll(() => media.close());

function isActive(offer: string): string {
  return offer.replaceAll("a=setup:actpass", "a=setup:active");
}

test.each([
  ["calls and waits for our DTLS", "server", "a=setup:active", (w: WeriftPhone) => w.call(media)],
  [
    "calls and begins DTLS",
    "client",
    "a=setup:passive",
    (w: WeriftPhone) => w.call(media, isActive),
  ],
  ["is rung and begins DTLS", "client", "a=setup:actpass", (w: WeriftPhone) => w.beRung(media)],
])("[XS1] a peer by werift %s: sound and reports both ways", async (what, role, setup, connect) => {
  const werift = new WeriftPhone(`werift-${role}-${setup}`, 440);
  const telephone = new RtpPhone(`with-${werift.id}`, 1000);
  ends.push(async () => {
    media.closeLeg(werift.id);
    media.closeLeg(telephone.id);
    telephone.close();
    await werift.close();
  });

  const sdp = await connect(werift);
  await telephone.connect(media);
  for (const { id } of [werift, telephone]) {
    media.joinRoom(id, werift.id, open);
  }

  await eventually(() => werift.receivesTone(1000), "the telephone", timeoutMs);
  await eventually(() => telephone.receivesTone(440), "werift", timeoutMs);
  expect([werift.receivesTone(440), telephone.receivesTone(1000)]).toEqual([false, false]);
  expect(werift.role).toBe(role);
  expect(sdp).toContain(setup);
  expect(sdp.includes("a=ice-lite")).toBe(what.startsWith("is rung"));
  // Its reports tell us the round trip, ours tell it when we sent.
  await eventually(() => werift.reports > 0, "a sender report", timeoutMs);
  await expect
    .poll(async () => (await media.stats(werift.id))?.roundTripMs, { timeout: timeoutMs })
    .toEqual(expect.any(Number));
  expect((await media.stats(werift.id))?.packetsLost).toBe(0);
});
