import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { openPlan, plainTrunk } from "../../src/edges/sip/trunks/trunk.ts";
import { BootedExchange, eventually, testConfig } from "../support/booted-exchange.ts";
import { aListener, aTelephone, Cleanup } from "../support/sip-support.ts";
import { attended, ringReferrer } from "./referrer.ts";
import { outcome } from "./sipp.ts";

const number = "+61255500101";
const tones = { listener: 440, carla: 620 };

const cleanup = new Cleanup();
let booted: BootedExchange;
let folder = "";

beforeAll(async () => {
  // A trunk by where it calls from, so that whom we ring here is none of its hosts.
  const trunk = { ...plainTrunk("pbx", [{ host: "192.0.2.1", port: null }]) };
  const plan = { ...openPlan, trunks: [{ ...trunk, sources: ["127.0.0.0/8"] }] };
  booted = await BootedExchange.start({}, { sip: { ...testConfig().sip, plan } });
  const voiceUrl = booted.web.url("/incoming");
  await booted.rest.incomingPhoneNumbers.create({ phoneNumber: number, voiceUrl });
});
beforeEach(() => {
  folder = cleanup.folder();
  booted.web.clear();
});
afterEach(() => cleanup.run());
afterAll(() => booted.close());

function isLoud(amplitude: number): boolean {
  return amplitude > 0.05;
}

function ringing(dial: string, written?: (scenario: string) => string) {
  const more = written === undefined ? {} : { written };
  return ringReferrer(dial, { cleanup, booted, folder, number, sends: tones.listener, ...more });
}

test("[XI83] sipp leaves its two partners to each other, and they hear each other", async () => {
  const carla = await aTelephone(cleanup, { sends: tones.carla });
  const called = `sip:carla@127.0.0.1:${carla.address.port}`;
  booted.web.answer("/incoming", `<Dial referUrl="/refer"><Sip>${called}</Sip></Dial>`);
  const consulting = await aListener(cleanup, { address: booted.exchange.sip }, { to: number });
  await consulting.answered;
  const reached = await carla.nextCall();
  await eventually(async () => consulting.toneAmplitude(tones.carla), isLoud);

  const written = attended(consulting.replaces);
  const { program, listener } = await ringing('referUrl="/refer"', written);

  await eventually(async () => reached.toneAmplitude(tones.listener), isLoud);
  await eventually(async () => listener.toneAmplitude(tones.carla), isLoud);
  expect(await outcome(program)).toBe("success");
  expect(await consulting.ended).toMatchObject({ by: "exchange" });
  expect(booted.web.requests.map(({ path }) => path)).not.toContain("/refer");
});

test("[XI85] a caller of a trunk takes the place of another, and is heard in it", async () => {
  const carla = await aTelephone(cleanup, { sends: tones.carla });
  const called = `sip:carla@127.0.0.1:${carla.address.port}`;
  booted.web.answer("/incoming", `<Dial referUrl="/refer"><Sip>${called}</Sip></Dial>`);
  const first = await aListener(cleanup, { address: booted.exchange.sip }, { to: number });
  await first.answered;
  const reached = await carla.nextCall();
  await eventually(async () => first.toneAmplitude(tones.carla), isLoud);

  const headers: [string, string][] = [
    ["Replaces", first.replaces],
    ["Require", "replaces"],
  ];
  const taker = { to: number, sends: tones.listener, headers };
  const second = await aListener(cleanup, { address: booted.exchange.sip }, taker);
  await second.answered;

  await eventually(async () => reached.toneAmplitude(tones.listener), isLoud);
  await eventually(async () => second.toneAmplitude(tones.carla), isLoud);
  expect(await first.ended).toMatchObject({ by: "exchange" });
});
