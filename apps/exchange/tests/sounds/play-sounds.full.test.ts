import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { RadioServer } from "@linedesk/media/testing";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { aListener, Cleanup } from "../support/sip-support.ts";

const number = "+61255500101";
const fileHz = 440;
const programmeHz = 1000;
const timeoutMs = 30_000;

const cleanup = new Cleanup();
let booted: BootedExchange;
let radio: RadioServer;

beforeAll(async () => {
  radio = await RadioServer.open();
  booted = await BootedExchange.start();
  const voiceUrl = booted.web.url("/incoming");
  await booted.rest.incomingPhoneNumbers.create({ phoneNumber: number, voiceUrl });
});
afterEach(() => cleanup.run());
afterAll(async () => {
  await booted.close();
  await radio.close();
});

function isLoud(amplitude: number): boolean {
  return amplitude > 0.05;
}

async function aCaller(document: string) {
  booted.web.answer("/incoming", document);
  return aListener(cleanup, { address: booted.exchange.sip }, { to: number, sends: 1700 });
}

test("[XT4] Play plays Ogg, skips a sound that cannot be played, and plays the live programme", async () => {
  const caller = await aCaller(
    `<Play>${radio.url("/tone.ogg")}</Play>
     <Play>${radio.url("/aac")}</Play>
     <Play loop="0">${radio.url("/live.mp3")}</Play>`,
  );

  await eventually(async () => caller.toneAmplitude(fileHz), isLoud, timeoutMs);
  await eventually(async () => caller.toneAmplitude(programmeHz), isLoud, timeoutMs);

  // The measured sound still contains the end of the file when the programme starts.
  await expect.poll(() => isLoud(caller.toneAmplitude(fileHz)), { timeout: timeoutMs }).toBe(false);
});
