import twilio from "twilio";
import { afterAll, beforeAll, expect, test } from "vitest";

import { VoiceClient } from "@linedesk/testkit";
import { type StandaloneExchange, startStandalone } from "../standalone/standalone-exchange.ts";
import { Chromium } from "../support/chromium.ts";

const CHIME_HZ = 880;
const { AccessToken } = twilio.jwt;

let alone: StandaloneExchange;
let chromium: Chromium;
let page: VoiceClient | undefined;

beforeAll(async () => {
  [alone, chromium] = await Promise.all([startStandalone(), Chromium.start()]);
});
afterAll(async () => {
  await page?.close();
  await chromium?.close();
  await alone?.close();
});

/** Good for the account, which outlives the process. */
function aToken(): string {
  function account(name: string) {
    return alone.variables[`TWILIO_${name}`] ?? "";
  }
  const keys = [account("ACCOUNT_SID"), account("API_KEY"), account("API_SECRET")] as const;
  const token = new AccessToken(...keys, { identity: "alice", ttl: 600 });
  const outgoingApplicationSid = account("APP_SID");
  token.addGrant(new AccessToken.VoiceGrant({ outgoingApplicationSid, incomingAllow: true }));
  return token.toJwt();
}

test("[XS85] [VE15] the exchange is killed in a call and starts again: the call ends with 31404, the next is heard", async () => {
  const options = { signalUrl: alone.ready.signalUrl, token: aToken() };
  page = await VoiceClient.start(
    { ...options, maxCallSignalingTimeoutMs: 30_000 },
    await chromium.openHost(),
  );
  await page.register();
  const call = await page.connect();
  await call.receivesTone(CHIME_HZ);

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
  await next.receivesTone(CHIME_HZ);
});
