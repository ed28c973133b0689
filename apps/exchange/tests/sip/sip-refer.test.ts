import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { aListener, aTelephone, Cleanup } from "../support/sip-support.ts";
import { freePort, outcome, sipp } from "./sipp.ts";

const number = "+61255500101";
const tones = { listener: 440, carla: 620 };

const cleanup = new Cleanup();
let booted: BootedExchange;
let folder = "";

beforeAll(async () => {
  booted = await BootedExchange.start();
  const voiceUrl = booted.web.url("/incoming");
  await booted.rest.incomingPhoneNumbers.create({ phoneNumber: number, voiceUrl });
});
beforeEach(() => {
  folder = cleanup.folder();
  booted.web.forget();
});
afterEach(() => cleanup.run());
afterAll(() => booted.close());

const isLoud = (amplitude: number): boolean => amplitude > 0.05;

/** A sipp that is rung, and a listener whose Dial rings it. */
async function ringReferrer(dial: string) {
  const port = await freePort();
  const target = `127.0.0.1:${booted.exchange.sip.port}`;
  const program = sipp(cleanup, "referrer", { folder, target, more: ["-p", String(port)] });
  const to = `sip:phone@127.0.0.1:${port}`;
  booted.web.answer("/incoming", `<Dial ${dial}><Sip>${to}</Sip></Dial>`);
  const sends = tones.listener;
  const listener = await aListener(
    cleanup,
    { address: booted.exchange.sip },
    { to: number, sends },
  );
  return { program, listener };
}

it("[XI79] [XI80] [XT86] sipp passes its caller on, who is heard by the next and hears him", async () => {
  const carla = await aTelephone(cleanup, { sends: tones.carla });
  const { port } = carla.address;
  booted.web.answer("/refer", `<Dial><Sip>sip:carla@127.0.0.1:${port}</Sip></Dial>`);

  const { program, listener } = await ringReferrer('referUrl="/refer"');
  const reached = await carla.nextCall();

  await eventually(async () => reached.hears(tones.listener), isLoud);
  await eventually(async () => listener.hears(tones.carla), isLoud);
  expect(await outcome(program)).toBe("success");
  const { params } = await booted.web.asked("/refer");
  expect(params).toMatchObject({
    From: "+61491570006",
    To: number,
    CallStatus: "in-progress",
    ReferTransferTarget: "<sip:carla@192.0.2.99?X-Account=7>",
    "SipHeader_X-Team": "news",
  });
});

it("[XT87] sipp stays until the next has answered", async () => {
  const carla = await aTelephone(cleanup, { sends: tones.carla, does: { type: "ring" } });
  const { port } = carla.address;
  booted.web.answer("/refer", `<Dial><Sip>sip:carla@127.0.0.1:${port}</Sip></Dial>`);
  const { program, listener } = await ringReferrer('referUrl="/refer" answerOnBridge="true"');

  const reached = await carla.nextCall();
  const living = await booted.rest.calls.list({ status: "in-progress" });
  expect(living).toHaveLength(2);
  reached.pickUp();

  expect(await outcome(program)).toBe("success");
  await eventually(async () => listener.hears(tones.carla), isLoud);
});

it("[XI84] [XT89] sipp is asked to call somebody else, and its action learns how that went", async () => {
  booted.web.answer(
    "/incoming",
    `<Refer action="/done"><Sip>sip:carla@192.0.2.99?X-Account=7</Sip></Refer>`,
  );
  booted.web.answer("/done", "<Hangup/>");

  const target = `127.0.0.1:${booted.exchange.sip.port}`;
  const program = sipp(cleanup, "referred", { folder, target });
  const { params } = await booted.web.asked("/done");

  expect(params).toMatchObject({
    ReferCallStatus: "busy",
    ReferSipResponseCode: "202",
    NotifySipResponseCode: "486",
  });
  expect(await outcome(program)).toBe("success");
});
