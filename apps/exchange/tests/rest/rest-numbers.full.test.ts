import { expect, test } from "vitest";

import { useExchange } from "../support/use-exchange.ts";

const booted = useExchange();

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
