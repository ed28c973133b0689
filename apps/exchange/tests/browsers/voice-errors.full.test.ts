import twilio from "twilio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { VoiceClient } from "@linedesk/testkit";
import { BootedExchange } from "../support/booted-exchange.ts";
import { Chromium } from "../support/chromium.ts";

const { AccessToken } = twilio.jwt;

let booted: BootedExchange;
let chromium: Chromium;
/** One page serves all tests: each starts a device of its own in it. */
let client: VoiceClient;

beforeAll(async () => {
  [booted, chromium] = await Promise.all([
    BootedExchange.start({
      // Two invites for each identity, however slow the machine is.
      signallingLimits: { invites: { burst: 2, perSecond: 0.001 } },
    }),
    Chromium.start(),
  ]);
  client = await booted.unregisteredDevice("alice", { host: await chromium.openHost() });
});
afterAll(async () => {
  await booted?.close();
  await chromium?.close();
});

/** A token whose parts are wrong one at a time. */
function aToken(wrong: { account?: string; key?: string; secret?: string; ttl?: number }): string {
  const { sid, apiKey, apiSecret } = booted.exchange.account;
  const [account, key] = [wrong.account ?? sid, wrong.key ?? apiKey];
  const options = { identity: "alice", ttl: wrong.ttl ?? 600 };
  const token = new AccessToken(account, key, wrong.secret ?? apiSecret, options);
  token.addGrant(new AccessToken.VoiceGrant({ incomingAllow: true }));
  return token.toJwt();
}

/** Each test has an identity, and with it the invites, of its own. */
let people = 0;
function somebody(): string {
  return `person-${(people += 1)}`;
}

function start(token: string) {
  return client.restart({ signalUrl: booted.exchange.signalUrl, token });
}

describe("[VE15] [XS70] tokens that are refused reach the SDK as errors of the device", () => {
  const cases: [string, () => string, number, string][] = [
    ["signed by another secret", () => aToken({ secret: "x".repeat(32) }), 31202, "Signature"],
    ["of another account", () => aToken({ account: `AC${"9".repeat(32)}` }), 31203, "NoValid"],
    ["of an unknown key", () => aToken({ key: `SK${"9".repeat(32)}` }), 31203, "NoValid"],
    ["that is none", () => "a.b.c", 20101, "AccessTokenInvalid"],
    ["out of time", () => aToken({ ttl: -60 }), 20104, "AccessTokenExpired"],
    ["for more than a day", () => aToken({ ttl: 90_000 }), 31207, "ExpirationTooLong"],
  ];

  test.each(cases)("one %s", async (_what, token, code, name) => {
    await start(token());

    client.register().catch(() => undefined);

    const { value } = await client.waitFor("error");
    expect(value).toMatchObject({ code, name: expect.stringContaining(name) });
  });
});

describe("[VE15] [XS70] calls that cannot be reach the SDK as errors of the call", () => {
  test("[XS70] goes out with a token that has not the right to", async () => {
    await start(booted.token(somebody(), { applicationSid: null }));

    const call = await client.connect();

    // The device tells it in its own words, the call as it was said.
    const { value } = await call.waitFor("error");
    await call.waitFor("disconnect");
    expect(value).toMatchObject({ code: 31201 });
    const ofDevice = client.events().filter((event) => event.call === null);
    expect(ofDevice).toContainEqual(
      expect.objectContaining({
        name: "error",
        value: expect.objectContaining({ code: 20151, name: "AuthenticationFailed" }),
      }),
    );
  });
});
