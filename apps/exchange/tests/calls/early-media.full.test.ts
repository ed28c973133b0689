import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { BootedExchange } from "../support/booted-exchange.ts";
import { aTelephone, Cleanup } from "../support/sip-support.ts";

const number = "+61255500101";
const tones = { caller: 440, announcement: 620 };
const timeoutMs = 20_000;

const cleanup = new Cleanup();
let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
  const voiceUrl = booted.web.url("/incoming");
  await booted.rest.incomingPhoneNumbers.create({ phoneNumber: number, voiceUrl });
});
afterEach(async () => {
  await cleanup.run();
  await booted.endClients();
});
afterAll(() => booted.close());

async function anAnnouncingTelephone() {
  const sends = tones.announcement;
  const telephone = await aTelephone(cleanup, { does: { type: "early" }, sends });
  return { telephone, to: `sip:info@127.0.0.1:${telephone.address.port}` };
}

test("[XS144] the voice SDK hears it while it still rings", async () => {
  const { telephone, to } = await anAnnouncingTelephone();
  booted.web.answer("/voice", `<Dial answerOnBridge="true"><Sip>${to}</Sip></Dial>`);
  const device = await booted.device("alice");

  const call = await device.connect();
  await call.receivesTone(tones.announcement, true, timeoutMs);
  expect(call.events().map(({ name }) => name)).not.toContain("accept");

  (await telephone.nextCall()).pickUp();
  await call.waitFor("accept", timeoutMs);
});
