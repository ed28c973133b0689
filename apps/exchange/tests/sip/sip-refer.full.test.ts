import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { openPlan, plainTrunk } from "../../src/edges/sip/trunks/trunk.ts";
import { BootedExchange, eventually, testConfig } from "../support/booted-exchange.ts";
import { aListener, aTelephone, Cleanup } from "../support/sip-support.ts";
import { attended, ringReferrer } from "./referrer.ts";
import { outcome, sipp } from "./sipp.ts";

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

test("[XI79] [XT86] sipp passes its caller on, who is heard by the next and hears them", async () => {
  const carla = await aTelephone(cleanup, { sends: tones.carla });
  const { port } = carla.address;
  booted.web.answer("/refer", `<Dial><Sip>sip:carla@127.0.0.1:${port}</Sip></Dial>`);

  const { program, listener } = await ringing('referUrl="/refer"');
  const reached = await carla.nextCall();

  await eventually(async () => reached.toneAmplitude(tones.listener), isLoud);
  await eventually(async () => listener.toneAmplitude(tones.carla), isLoud);
  expect(await outcome(program)).toBe("success");
  expect(reached.invited("referred-by")).toEqual([
    expect.stringMatching(/^<sip:phone@127\.0\.0\.1:\d+>$/),
  ]);
  const { params } = await booted.web.waitForRequest("/refer");
  expect(params).toMatchObject({
    From: "+61491570006",
    To: number,
    CallStatus: "in-progress",
    ReferTransferTarget: "<sip:carla@192.0.2.99?X-Account=7>",
    "SipHeader_X-Team": "news",
  });
});

test("[XT87] sipp stays until the next has answered", async () => {
  const carla = await aTelephone(cleanup, { sends: tones.carla, does: { type: "ring" } });
  const { port } = carla.address;
  booted.web.answer("/refer", `<Dial><Sip>sip:carla@127.0.0.1:${port}</Sip></Dial>`);
  const { program, listener } = await ringing('referUrl="/refer" answerOnBridge="true"');

  const reached = await carla.nextCall();
  const living = await booted.rest.calls.list({ status: "in-progress" });
  expect(living).toHaveLength(2);
  reached.pickUp();

  expect(await outcome(program)).toBe("success");
  await eventually(async () => listener.toneAmplitude(tones.carla), isLoud);
});

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

test("[XI84] [XT89] sipp is asked to call somebody else, and its action learns how that went", async () => {
  booted.web.answer(
    "/incoming",
    `<Refer action="/done"><Sip>sip:carla@192.0.2.99?X-Account=7</Sip></Refer>`,
  );
  booted.web.answer("/done", "<Hangup/>");

  const target = `127.0.0.1:${booted.exchange.sip.port}`;
  const program = sipp(cleanup, "referred", { folder, target });
  const { params } = await booted.web.waitForRequest("/done");

  expect(params).toMatchObject({
    ReferCallStatus: "busy",
    ReferSipResponseCode: "202",
    NotifySipResponseCode: "486",
  });
  expect(await outcome(program)).toBe("success");
});

test.each(["sip:+882161234567@192.0.2.1", "sip:000@192.0.2.1", "sip:00882161234567@198.51.100.9"])(
  "[XI35] [XT89] a trunk is not asked to call %s, and the action learns why",
  async (to) => {
    booted.web.answer("/incoming", `<Refer action="/done"><Sip>${to}</Sip></Refer>`);
    booted.web.answer("/done", "<Hangup/>");

    const listener = await aListener(cleanup, { address: booted.exchange.sip }, { to: number });
    const { params } = await booted.web.waitForRequest("/done");
    await listener.ended;

    expect(params).toMatchObject({ ReferCallStatus: "failed", ErrorCode: "13227" });
    expect(params).not.toHaveProperty("ReferSipResponseCode");
  },
);
