import { describe, expect, onTestFinished, test } from "vitest";

import { eventually } from "../support/booted-exchange.ts";
import { useExchange } from "../support/use-exchange.ts";

const york = "+12125550123";

const booted = useExchange();

describe("incoming numbers", () => {
  test("[XR23] are refused where no numbering plan has them", async () => {
    const made = booted().rest.incomingPhoneNumbers.create({ phoneNumber: "+99955500155" });

    await expect(made).rejects.toMatchObject({ status: 400, code: 21421 });
  });

  test("[XR23] are without their application when it is deleted", async () => {
    const { incomingPhoneNumbers, applications } = booted().rest;
    const { sid } = await applications.create({});
    const form = { phoneNumber: york, voiceApplicationSid: sid };
    const number = await incomingPhoneNumbers.create(form);

    await applications(sid).remove();

    const none = { voiceApplicationSid: null };
    expect(await incomingPhoneNumbers(number.sid).fetch()).toMatchObject(none);
    await incomingPhoneNumbers(number.sid).remove();
  });

  test("[XR8] take an area code and do nothing with it: a number is named", async () => {
    const { incomingPhoneNumbers } = booted().rest;

    const named = await incomingPhoneNumbers.create({ areaCode: "613", phoneNumber: york });
    const unnamed = incomingPhoneNumbers.create({ areaCode: "212" });

    await expect(unnamed).rejects.toMatchObject({ status: 400, code: 21421 });
    expect(named).toMatchObject({ phoneNumber: york, type: "local" });
    await incomingPhoneNumbers(named.sid).remove();
  });
});

test("[XR55] every subresource that a call or a recording names can be followed", async () => {
  const { rest } = booted();
  const { callSid } = await booted().inCall("alice", '<Pause length="60"/>');
  const { subresourceUris } = await rest.calls(callSid).fetch();
  async function follow(uri: string, method = "GET") {
    const { sid } = booted().exchange.account;
    const response = await booted().request(uri.replace(`/2010-04-01/Accounts/${sid}`, ""), {
      method,
    });
    return { status: response.status, ...((await response.json()) as object) };
  }

  const sendOnly = new Set(["user_defined_messages", "user_defined_message_subscriptions"]);
  expect(Object.keys(subresourceUris)).toHaveLength(9);
  for (const [name, uri] of Object.entries(subresourceUris)) {
    const isList = { status: 200, [name]: expect.any(Array) };
    const isSendOnly = { status: 405, code: 20004 };
    expect([name, await follow(uri)]).toMatchObject([
      name,
      sendOnly.has(name) ? isSendOnly : isList,
    ]);
  }
  for (const name of ["payments", "siprec", "streams", "transcriptions"]) {
    expect(await follow(subresourceUris[name] ?? "")).toMatchObject({ [name]: [], page: 0 });
    const unmade = { status: 405, code: 20004 };
    expect(await follow(subresourceUris[name] ?? "", "POST")).toMatchObject(unmade);
  }
  const recording = await rest.calls(callSid).recordings.create();
  const { subresourceUris: ofRecording } = await rest.recordings(recording.sid).fetch();
  expect(Object.keys(ofRecording)).toHaveLength(2);
  for (const [name, uri] of Object.entries(ofRecording)) {
    expect(await follow(uri)).toMatchObject({ status: 200, [name]: [] });
  }
  await expect(rest.calls(callSid).streams.create({ url: "wss://x" })).rejects.toMatchObject({
    status: 405,
    code: 20004,
  });
});

test("[XR23] numbers of North America are formatted as people write them", async () => {
  const { rest } = booted();
  const number = await rest.incomingPhoneNumbers.create({ phoneNumber: york });
  onTestFinished(async () => void (await rest.incomingPhoneNumbers(number.sid).remove()));
  const { callSid } = await booted().inCall("alice", '<Pause length="60"/>');
  await rest.calls.create({ to: "client:bob", from: york, twiml: "<Response/>" });

  const [made] = await eventually(
    () => rest.calls.list({ from: york }),
    (list) => list.length > 0,
  );

  expect(made).toMatchObject({ fromFormatted: "(212) 555-0123", toFormatted: "client:bob" });
  expect((await rest.calls(callSid).fetch()).fromFormatted).toBe("client:alice");
});
