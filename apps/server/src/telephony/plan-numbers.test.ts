import { expect, test } from "vitest";

import type { AccountNumber, NumberRequest } from "./account-resources.ts";
import { planNumbers } from "./plan-numbers.ts";

const base = "http://10.0.0.10:3000/api/twilio/voice";
const incomingUrl = `${base}/incoming`;
const exchange = { createsNumbers: true, incomingUrl };
const twilio = { createsNumbers: false, incomingUrl };

function aRequest(changes: Partial<NumberRequest> = {}): NumberRequest {
  return {
    number: "+61255500101",
    name: "Main",
    voiceUrl: `${base}/incoming#rc=3`,
    fallbackUrl: `${base}/incoming-again#rc=3`,
    statusUrl: `${base}/status`,
    isOwn: true,
    ...changes,
  };
}

function aNumber(changes: Partial<AccountNumber> = {}): AccountNumber {
  const { number, name, voiceUrl, fallbackUrl, statusUrl } = aRequest();
  const own = { number, name, voiceUrl, fallbackUrl, statusUrl, dialledWithin: true };
  return { sid: "PN1", voiceApplicationSid: "", trunkSid: "", ...own, ...changes };
}

test("[CA54] a number with the wanted settings needs no request, and a number with any other setting is written again", () => {
  const nothing = { writes: [], releases: [], missing: [] };
  expect(planNumbers([aRequest()], [aNumber()], exchange)).toEqual(nothing);

  for (const changes of [
    { voiceUrl: "http://127.0.0.1:4321/api/twilio/voice/incoming#rc=3" },
    { fallbackUrl: "" },
    { statusUrl: "http://127.0.0.1:4321/api/twilio/voice/status" },
    { voiceApplicationSid: "AP1" },
    { dialledWithin: false },
    { name: "Old" },
  ]) {
    const { writes } = planNumbers([aRequest()], [aNumber(changes)], exchange);
    expect(writes).toEqual([{ sid: "PN1", request: aRequest() }]);
  }
});

test("[CA58] at Twilio a number with a trunk or an application is written again, and no number is bought", () => {
  const atTwilio = aNumber({ dialledWithin: null });
  expect(planNumbers([aRequest()], [atTwilio], twilio).writes).toEqual([]);
  for (const changes of [{ trunkSid: "TK1" }, { voiceApplicationSid: "AP1" }]) {
    expect(planNumbers([aRequest()], [{ ...atTwilio, ...changes }], twilio).writes).toHaveLength(1);
  }

  expect(planNumbers([aRequest()], [], twilio)).toEqual({
    writes: [],
    releases: [],
    missing: ["+61255500101"],
  });
});

test("the exchange keeps the carrier's trunk of a number, and creates a missing number", () => {
  expect(planNumbers([aRequest()], [aNumber({ trunkSid: "BY1" })], exchange).writes).toEqual([]);
  expect(planNumbers([aRequest()], [], exchange).writes).toEqual([
    { sid: null, request: aRequest() },
  ]);
});

test("[PL17] an unverified number with another use stays as it is, and the number of a removed line is released", () => {
  const elsewhere = aNumber({ voiceUrl: "https://elsewhere.example.com/voice" });
  const unverified = aRequest({ isOwn: false });
  expect(planNumbers([unverified], [elsewhere], exchange)).toEqual({
    writes: [],
    releases: [],
    missing: [unverified.number],
  });
  expect(planNumbers([aRequest()], [elsewhere], exchange).writes).toHaveLength(1);

  const removed = aNumber({ sid: "PN2", number: "+61255500102" });
  const released = { ...removed, sid: "PN3", number: "+61255500103", dialledWithin: false };
  const plan = planNumbers([aRequest()], [aNumber(), removed, released], exchange);
  expect(plan.releases).toEqual(["PN2"]);
});
