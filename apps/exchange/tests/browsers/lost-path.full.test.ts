import { afterAll, afterEach, describe, expect, test } from "vitest";

import type { SipListener } from "@linedesk/testkit";
import { inRoom, untilReceived } from "../signalling/client-calls.ts";
import { BootedExchange } from "../support/booted-exchange.ts";
import { type ChromiumScene, inChromium } from "./chromium-scene.ts";
import { MediaProxy } from "./media-proxy.ts";
import { aTelephone, longestSilenceMs } from "./telephone-call.ts";

/** The maximum gap in the sound during a restart, by rule [XS65]. */
const RESTART_GAP_MS = 500;
/**
 * One of this many restarts must be fast. A busy machine delays some handshakes; a faulty restart
 * is slow every time.
 */
const MOST_RESTARTS = 6;

let scene: ChromiumScene;
let detour: MediaProxy;
let listener: SipListener | undefined;
inChromium(
  (one) => (scene = one),
  async () => {
    detour = await MediaProxy.open();
    const advertised = MediaProxy.address;
    const media = { host: "127.0.0.1", ports: detour.ports, advertised, relays: null };
    return await BootedExchange.start({}, { media });
  },
);
afterEach(async () => {
  await listener?.close();
  listener = undefined;
});
afterAll(() => detour?.close());

async function aConnectedPage(how: "calling" | "rung" = "calling") {
  const { booted } = scene;
  booted.web.answer("/voice", inRoom("talk"));
  const [alice] = await scene.pages("alice");
  await alice.say(440);
  const call = how === "calling" ? await alice.connect() : await rungCall(alice);
  listener = await aTelephone(booted, 1000);
  const there = listener;
  async function bothReceive() {
    await call.receivesTone(1000);
    await expect
      .poll(() => there.toneAmplitude(440, 300), { timeout: 20_000 })
      .toBeGreaterThan(0.05);
  }
  await bothReceive();
  return { alice, call, there, bothReceive };
}

async function rungCall(alice: Awaited<ReturnType<ChromiumScene["page"]>>) {
  const twiml = `<Response>${inRoom("talk")}</Response>`;
  await scene.booted.rest.calls.create({ to: "client:alice", from: "client:desk", twiml });
  const incoming = await alice.nextIncoming();
  await incoming.accept();
  return incoming;
}

describe("an ICE restart of a page", () => {
  test.each(["calling", "rung"] as const)(
    "[XS30] [XS65] interrupts the sound for no longer than 500 ms: %s",
    async (how) => {
      const { call, there, bothReceive } = await aConnectedPage(how);
      const before = await call.streams();
      await call.longestGapMs();

      const gaps = [];
      while (gaps.length < MOST_RESTARTS && Math.min(...gaps) >= RESTART_GAP_MS) {
        await call.restartIce();
        await expect.poll(async () => (await call.streams()).signalling).toBe("stable");
        await untilReceived(call, 60);
        await bothReceive();
        gaps.push(
          Math.max(await call.longestGapMs(), longestSilenceMs(there.receivedAudio(2_000))),
        );
      }

      expect(Math.min(...gaps)).toBeLessThan(RESTART_GAP_MS);
      expect((await call.streams()).ssrc).toBe(before.ssrc);
      expect(call.events().map(({ name }) => name)).not.toContain("error");
    },
  );
});

describe("a lost media path of a page", () => {
  test("[XS65] is replaced when its SDK sends reinvite, and both hear each other again", async () => {
    const { alice, call, there, bothReceive } = await aConnectedPage();
    const before = await call.streams();

    detour.killPaths();
    await call.waitFor("reconnecting", 40_000);
    await call.waitFor("reconnected", 40_000);

    await untilReceived(call, 25);
    await bothReceive();
    await alice.say(700);
    await expect
      .poll(() => there.toneAmplitude(700, 300), { timeout: 20_000 })
      .toBeGreaterThan(0.05);
    expect((await call.streams()).ssrc).toBe(before.ssrc);
    expect((await call.describe()).status).toBe("open");
  });
});
