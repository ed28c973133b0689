import twilio from "twilio";
import { afterAll, beforeAll, expect, test } from "vitest";

import { sine, writeWav } from "@linedesk/audio";
import { VoiceClient } from "@linedesk/testkit";
import { type StandaloneExchange, startStandalone } from "../standalone/standalone-exchange.ts";
import { Chromium } from "../support/chromium.ts";
import { ScriptedWebApp } from "../support/scripted-web-app.ts";

const TONE_HZ = 880;
const tone = { frequenciesHz: [TONE_HZ], durationMs: 2_000, amplitude: 0.3, sampleRate: 8_000 };
const { AccessToken } = twilio.jwt;

let web: ScriptedWebApp;
let alone: StandaloneExchange;
let chromium: Chromium;
let page: VoiceClient | undefined;

beforeAll(async () => {
  web = await ScriptedWebApp.start();
  const sound = web.sound("/tone.wav", writeWav(sine(tone), tone.sampleRate));
  web.answer("/voice", `<Play loop="0">${sound}</Play>`);
  const words = [`--voice-url=${web.url("/voice")}`];
  [alone, chromium] = await Promise.all([startStandalone(words), Chromium.start()]);
});
afterAll(async () => {
  await page?.close();
  await chromium?.close();
  await alone?.close();
  await web?.close();
});

/**
 * The token is valid after a restart too, because it belongs to the account, which outlives the
 * process.
 */
function aToken(): string {
  function account(name: string) {
    return alone.readAccount(`TWILIO_${name}`);
  }
  const keys = [account("ACCOUNT_SID"), account("API_KEY"), account("API_SECRET")] as const;
  const token = new AccessToken(...keys, { identity: "alice", ttl: 600 });
  const outgoingApplicationSid = account("APP_SID");
  token.addGrant(new AccessToken.VoiceGrant({ outgoingApplicationSid, incomingAllow: true }));
  return token.toJwt();
}

test("[XS85] [VE15] after a kill of the exchange the call ends with 31404, and the next call has sound", async () => {
  const options = { signalUrl: alone.ready.signalUrl, token: aToken() };
  page = await VoiceClient.start(
    { ...options, maxCallSignalingTimeoutMs: 30_000 },
    await chromium.openHost(),
  );
  await page.register();
  const call = await page.connect();
  await call.receivesTone(TONE_HZ);

  await alone.restart();

  expect((await call.waitFor("reconnecting")).value).toMatchObject({ code: 53001 });
  expect((await call.waitFor("error", 40_000)).value).toMatchObject({
    code: 31404,
    name: "NotFound",
  });
  await call.waitFor("disconnect");
  await expect
    .poll(() => page?.events().filter(({ name }) => name === "registered").length, {
      timeout: 40_000,
    })
    .toBe(2);
  const next = await page.connect();
  await next.receivesTone(TONE_HZ);
});
