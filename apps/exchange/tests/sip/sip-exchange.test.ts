import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { readConfig } from "../../src/index.ts";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { aListener, Cleanup } from "../support/sip-support.ts";

const cleanup = new Cleanup();
let booted: BootedExchange;
const number = "+61255500101";

beforeAll(async () => {
  booted = await BootedExchange.start();
  const voiceUrl = booted.web.url("/incoming");
  await booted.rest.incomingPhoneNumbers.create({ phoneNumber: number, voiceUrl });
});
afterEach(() => cleanup.run());
afterAll(() => booted.close());

test("[XI1] SIP listens on port 5060 of loopback by default", () => {
  expect(readConfig({}).sip).toMatchObject({ host: "127.0.0.1", port: 5060 });
  expect(readConfig({ SIP_HOST: "192.0.2.1", SIP_PORT: "5080" }).sip).toMatchObject({
    host: "192.0.2.1",
    port: 5080,
  });
  expect(booted.exchange.sip.address).toBe("127.0.0.1");
});

test("[XI2][SR23] a caller hears the number's document to its end", async () => {
  booted.web.answer("/incoming", `<Play digits="1w9w#"/>`);

  const listener = await aListener(cleanup, { address: booted.exchange.sip }, { to: number });
  await listener.answered;
  const end = await listener.ended;

  expect(end.by).toBe("exchange");
  // Digits reach a telephone as RFC 4733 events, which it plays as tones.
  expect(listener.digitsReceived).toBe("19#");
  const request = await booted.web.waitForRequest("/incoming");
  expect(request.params).toMatchObject({ From: "+61491570006", To: number, Direction: "inbound" });
  const calls = await eventually(
    () => booted.rest.calls.list({ to: number }),
    ([call]) => call?.status === "completed",
  );
  expect(calls).toHaveLength(1);
});
