import { afterEach, expect, test } from "vitest";

import { eventually } from "../support/booted-exchange.ts";
import { aListener, Cleanup } from "../support/sip-support.ts";
import { useExchange } from "../support/use-exchange.ts";

const number = "+61255500101";
const timeoutMs = 20_000;

const cleanup = new Cleanup();
const booted = useExchange({
  furnish: ({ rest, web }) =>
    rest.incomingPhoneNumbers.create({ phoneNumber: number, voiceUrl: web.url("/incoming") }),
});
afterEach(() => cleanup.run());

test("[XM66] gathers the keys of a telephone that can only sound them", async () => {
  booted().web.answer(
    "/incoming",
    `<Gather action="/keys" timeout="30" finishOnKey="#"><Play digits="55555"/></Gather>`,
  );
  const address = booted().exchange.sip;
  const caller = await aListener(cleanup, { address }, { to: number, dtmf: "sound" });
  // Keys towards such a telephone are tones as well; with them the exchange is listening.
  function receivesFive() {
    return Promise.resolve(caller.toneAmplitude(770) > 0.02 && caller.toneAmplitude(1336) > 0.02);
  }
  await eventually(receivesFive, Boolean, timeoutMs);

  await caller.sendDigits("159*0#");

  const request = await booted().web.waitForRequest("/keys");
  expect(request.params).toMatchObject({ Digits: "159*0", FinishedOnKey: "#" });
});
