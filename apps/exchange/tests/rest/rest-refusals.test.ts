import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";

let booted: BootedExchange;
const own = "+61255500101";

beforeAll(async () => {
  booted = await BootedExchange.start();
  const voiceUrl = booted.web.url("/incoming");
  await booted.rest.incomingPhoneNumbers.create({ phoneNumber: own, voiceUrl });
});
afterEach(() => booted.endClients());
afterAll(() => booted.close());

describe("a number that is not dialled", () => {
  it.each([
    ["000", 21216, "emergency"],
    ["112", 21216, "emergency"],
    ["+61000", 21216, "emergency"],
    ["+61190012345", 21216, "premium"],
    ["+881612345678", 21215, "country"],
    ["+12125550123", 21215, "country"],
    ["1234", 21211, "not a number"],
  ])("[XR54] %s answers %i to whoever dials it by REST", async (to, code, words) => {
    const wish = { to, from: own, twiml: "<Response/>" };
    const refusal = { status: 400, code, message: expect.stringContaining(words) };

    await expect(booted.rest.calls.create(wish)).rejects.toMatchObject(refusal);
    const { participants } = booted.rest.conferences("room");
    await expect(participants.create({ to, from: own })).rejects.toMatchObject(refusal);
    expect(await booted.rest.calls.list({ to })).toEqual([]);
    expect(await booted.rest.conferences.list({ status: "in-progress" })).toEqual([]);
  });

  it("[XR54] of emergency is 13227 in a document, with the reason as a notification", async () => {
    booted.web.answer(
      "/voice",
      `<Dial callerId="${own}" action="/done"><Number>000</Number></Dial>`,
    );
    booted.web.answer("/done", "<Pause length='30'/>");
    const alice = await booted.device("alice");
    await alice.connect();

    const { params } = await booted.web.asked("/done");
    const [notification] = await eventually(
      () => booted.rest.calls(String(params["CallSid"])).notifications.list(),
      (list) => list.length > 0,
    );

    expect(params).toMatchObject({ DialCallStatus: "failed", ErrorCode: "13227" });
    expect(notification).toMatchObject({
      errorCode: "13227",
      messageText: expect.stringContaining("emergency numbers are not dialled from here"),
    });
  });
});
