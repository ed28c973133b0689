import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { aListener, aTelephone, Cleanup } from "../support/sip-support.ts";

const STATION = "+61255500101";
const CALLER = "+61491570006";

const cleanup = new Cleanup();
let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
  const voiceUrl = booted.web.url("/incoming");
  await booted.rest.incomingPhoneNumbers.create({ phoneNumber: STATION, voiceUrl });
  booted.web.answer("/incoming", '<Pause length="60"/>');
});
afterEach(async () => {
  await cleanup.run();
  await booted.endClients();
});
afterAll(() => booted.close());

describe("calls as the official client dials them", () => {
  test("[XR67] the Voice SDK is told the CallReason", async () => {
    const alice = await booted.device("alice");

    await booted.rest.calls.create({
      to: "client:alice?team=news",
      from: "client:desk",
      twiml: "<Response><Hangup/></Response>",
      callReason: "You won: the prize & more +",
    });
    const incoming = await alice.nextIncoming();

    expect(await incoming.describe()).toMatchObject({
      customParameters: { team: "news", CallReason: "You won: the prize & more +" },
    });
  });

  test("[XR67] the caller of a call that came in is shown on another, by its CallToken", async () => {
    const telephone = await aTelephone(cleanup, {});
    const listener = await aListener(cleanup, { address: booted.exchange.sip }, { to: STATION });
    await listener.answered;
    const { params } = await booted.web.waitForRequest("/incoming");
    const call = {
      to: `sip:x@127.0.0.1:${telephone.address.port}`,
      from: CALLER,
      twiml: "<Response><Pause/></Response>",
    };
    const callToken = String(params["CallToken"]);

    await expect(booted.rest.calls.create(call)).rejects.toMatchObject({ code: 21210 });
    const forged = { ...call, callToken: callToken.replace("eyJ", "eyK") };
    await expect(booted.rest.calls.create(forged)).rejects.toMatchObject({ code: 20001 });
    const made = await booted.rest.calls.create({ ...call, callToken });

    expect(params["From"]).toBe(CALLER);
    expect(made).toMatchObject({ from: CALLER, forwardedFrom: STATION });
    await eventually(
      () => booted.rest.calls(made.sid).fetch(),
      ({ status }) => status === "completed",
    );
  });

  test.each([CALLER, STATION])(
    "[XR67] a trunk that there is not answers 20001, of %s",
    async (to) => {
      const byoc = `BY${"0".repeat(32)}`;
      const twiml = "<Response/>";

      const made = booted.rest.calls.create({ to, from: STATION, twiml, byoc });

      await expect(made).rejects.toMatchObject({ status: 400, code: 20001 });
    },
  );

  test("[XR17] an application is put into a conference", async () => {
    booted.web.answer("/voice", '<Pause length="60"/>');

    const made = await booted.rest.conferences("robots").participants.create({
      to: `app:${booted.applicationSid}?mood=glad`,
      from: STATION,
    });
    const { params } = await booted.web.waitForRequest("/voice");
    const joined = await eventually(
      () => booted.rest.conferences("robots").participants(made.callSid).fetch(),
      ({ status }) => status === "connected",
    );

    expect(params).toMatchObject({ ApplicationSid: booted.applicationSid, mood: "glad" });
    expect(joined.callSid).toBe(made.callSid);
    await booted.rest.calls(made.callSid).update({ status: "completed" });
  });
});
