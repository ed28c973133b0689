import { describe, expect, test } from "vitest";

import { eventually } from "../support/booted-exchange.ts";
import { useExchange } from "../support/use-exchange.ts";

const own = "+61255500101";
const booted = useExchange({
  furnish: ({ rest, web }) =>
    rest.incomingPhoneNumbers.create({ phoneNumber: own, voiceUrl: web.url("/incoming") }),
});

describe("a number that is not dialled", () => {
  test.each([
    ["000", 21216, "emergency"],
    ["112", 21216, "emergency"],
    ["+61000", 21216, "emergency"],
    ["+61190012345", 21216, "premium"],
    ["+881612345678", 21215, "country"],
    ["+12125550123", 21215, "country"],
    ["1234", 21211, "not a number"],
  ])("[XR54] %s answers %i to whoever dials it by REST", async (to, code, words) => {
    const fields = { to, from: own, twiml: "<Response/>" };
    const refusal = { status: 400, code, message: expect.stringContaining(words) };

    await expect(booted().rest.calls.create(fields)).rejects.toMatchObject(refusal);
    const { participants } = booted().rest.conferences("room");
    await expect(participants.create({ to, from: own })).rejects.toMatchObject(refusal);
    expect(await booted().rest.calls.list({ to })).toEqual([]);
    expect(await booted().rest.conferences.list({ status: "in-progress" })).toEqual([]);
  });

  test("[XR54] of emergency is 13227 in a document, with the reason as a notification", async () => {
    booted().web.answer(
      "/voice",
      `<Dial callerId="${own}" action="/done"><Number>000</Number></Dial>`,
    );
    booted().web.answer("/done", "<Pause length='30'/>");
    const alice = await booted().device("alice");
    await alice.connect();

    const { params } = await booted().web.waitForRequest("/done");
    const [notification] = await eventually(
      () => booted().rest.calls(String(params["CallSid"])).notifications.list(),
      (list) => list.length > 0,
    );

    expect(params).toMatchObject({ DialCallStatus: "failed", ErrorCode: "13227" });
    expect(notification).toMatchObject({
      errorCode: "13227",
      messageText: expect.stringContaining("emergency numbers are not dialled from here"),
    });
  });
});

async function ask(method: string, path: string, form?: string): Promise<Response> {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return booted().request(path, form === undefined ? { method } : { method, headers, body: form });
}

const fields = "To=client:a&From=client:b&Twiml=%3CResponse/%3E";
const late = "x".repeat(501);

describe("nothing is passed over", () => {
  test.each([
    ["POST", "/Calls.json?To=client:c", fields, 20001, "To"],
    [
      "POST",
      "/Calls.json",
      `${fields}&RecordingChannels=mono&RecordingChannels=dual`,
      20001,
      "Rec",
    ],
    ["POST", "/Calls.json", `${fields}&Trim=`, 20001, "Trim"],
    ["POST", "/Calls.json", `${fields}&StatusCallbackEvent=`, 21626, "StatusCallbackEvent"],
    ["POST", "/Calls.json", `${fields}&StatusCallbackEvent=+`, 21626, "StatusCallbackEvent"],
    ["POST", "/Calls.json", `${fields}&To=client:c`, 21211, "To"],
    ["POST", "/Calls.json", fields.replace("client:a", late), 21211, "To"],
    ["POST", "/Calls.json", fields.replace("client:a", ""), 21201, "To"],
    ["POST", "/Calls.json", fields.replace("client:b", late), 21212, "From"],
    ["POST", "/Calls.json", fields.replace("client:b", ""), 21213, "From"],
    ["POST", "/Conferences/r/Participants.json", `${fields}&Beep=true&Beep=false`, 20001, "Twiml"],
    ["POST", "/Conferences/r/Participants.json", "From=client:a&To=b&Beep=&x=", 20001, "x"],
    ["POST", "/Conferences/r/Participants.json", "From=client:a&To=b&Beep=", 20001, "Beep"],
    ["POST", "/IncomingPhoneNumbers.json", "PhoneNumber=0255500101", 21421, "E.164"],
    ["POST", "/IncomingPhoneNumbers.json", "PhoneNumber=%2B61255500101", 21422, "already"],
    ["GET", "/Calls.json?Status=completed&Status=busy", undefined, 20001, "Status"],
    ["GET", "/Calls.json?Status=", undefined, 20001, "Status"],
    ["GET", "/Calls.json?StartTime=2026-02-31", undefined, 20001, "StartTime"],
    ["GET", "/Calls.json?EndTime%3E=1", undefined, 20001, "EndTime"],
    ["GET", "/Calls.json?PageToken=CA1", undefined, 20001, "PageToken"],
    ["GET", "/Calls.json?PageToken=PAxx", undefined, 20001, "PageToken"],
    ["GET", `/Queues.json?PageToken=PACA${"0".repeat(32)}`, undefined, 20001, "PageToken"],
    ["GET", ".json?Nonsense=1", undefined, 20001, "Nonsense"],
    ["DELETE", `/Queues/QU${"0".repeat(32)}.json?Force=1`, undefined, 20001, "Force"],
    ["DELETE", `/Queues/QU${"0".repeat(32)}.json`, "Force=1", 20001, "Force"],
  ])(
    "[XR76][XR222] %s %s with %s answers %s %i, naming it",
    async (method, path, form, code, words) => {
      const response = await ask(method, path, form);

      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code,
        message: expect.stringContaining(words),
        status: 400,
      });
    },
  );

  test("[XR76] an empty Status stops no recording", async () => {
    const { callSid: ofAlice } = await booted().inCall("alice", "<Pause length='60'/>");
    const { recordings } = booted().rest.calls(ofAlice);
    const { callSid, sid } = await recordings.create();

    const response = await ask("POST", `/Calls/${callSid}/Recordings/${sid}.json`, "Status=");

    expect(await response.json()).toMatchObject({ code: 20001, status: 400 });
    expect(await recordings(sid).fetch()).toMatchObject({ status: "in-progress" });
  });
});

describe("what is no part of the API", () => {
  test.each([
    ["GET", "/2008-08-01/Accounts.json", undefined],
    ["POST", "/2008-08-01/Accounts/AC1/Calls.json", fields],
    ["DELETE", "/v1/Services/IS1", undefined],
    ["GET", "/2010-04-01", undefined],
    ["POST", "/nothing", fields],
  ])("[XR8] %s %s answers Twilio's error body", async (method, path, form) => {
    const response = await ask(method, `/../../..${path}`, form);

    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      code: 20404,
      message: `The requested resource ${path} was not found`,
      more_info: "https://www.twilio.com/docs/errors/20404",
      status: 404,
    });
  });
});
