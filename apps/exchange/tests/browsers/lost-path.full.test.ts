import { afterAll, afterEach, describe, expect, test } from "vitest";

import type { SipListener } from "@linedesk/testkit";
import { inRoom, untilReceived } from "../signalling/client-calls.ts";
import { BootedExchange } from "../support/booted-exchange.ts";
import { type ChromiumScene, inChromium } from "./chromium-scene.ts";
import { MediaProxy } from "./media-proxy.ts";
import { aTelephone } from "./telephone-call.ts";

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

/** Alice's page calls; she and a telephone hear each other. */
async function aConnectedPage() {
  const { booted } = scene;
  booted.web.answer("/voice", inRoom("talk"));
  const [alice] = await scene.pages("alice");
  await alice.say(440);
  const call = await alice.connect();
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

describe("the path of a page's sound dies", () => {
  test("[XS65] its SDK asks for another by reinvite, and both hear each other again", async () => {
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
