import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { aListener, Cleanup } from "../support/sip-support.ts";

const STATION = "+61255500101";
const deepest = 10;

const cleanup = new Cleanup();
let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
  const voiceUrl = booted.web.url("/incoming");
  await booted.rest.incomingPhoneNumbers.create({ phoneNumber: STATION, voiceUrl });
});
afterEach(() => cleanup.run());
afterAll(() => booted.close());

test("[XR105] a number that dials itself is asked for eleven times, and one Dial says why", async () => {
  booted.web.answer("/incoming", `<Dial action="/done">${STATION}</Dial>`);
  booted.web.answer("/done", "<Hangup/>");
  await aListener(cleanup, { address: booted.exchange.sip }, { to: STATION });

  const { params } = await booted.web.waitForRequest("/done");
  const [notification] = await eventually(
    () => booted.rest.calls(String(params["CallSid"])).notifications.list(),
    (list) => list.length > 0,
  );
  await eventually(
    () => booted.rest.calls.list(),
    (calls) => calls.every(({ status }) => status === "completed"),
  );

  expect(params).toMatchObject({ DialCallStatus: "failed", ErrorCode: "13225" });
  expect(notification).toMatchObject({
    errorCode: "13225",
    messageText: expect.stringContaining("in circles"),
  });
  expect(booted.web.requests.filter(({ path }) => path === "/incoming")).toHaveLength(deepest + 1);
});
