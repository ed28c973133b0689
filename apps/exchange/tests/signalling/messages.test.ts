import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BootedExchange } from "../support/booted-exchange.ts";
import { inRoom } from "./client-calls.ts";

let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
});
afterEach(async () => {
  await booted.endClients();
  booted.web.forget();
});
afterAll(async () => {
  await booted.close();
});

describe("the unmodified voice SDK in a call", () => {
  it("[XS10] keys digits that a Gather hears", async () => {
    booted.web.answer("/voice", `<Gather numDigits="3" action="/digits" timeout="10"/>`);
    const alice = await booted.device("alice");
    const call = await alice.connect();
    await call.waitFor("accept");

    await call.sendDigits("1w2#");

    const request = await booted.web.asked("/digits");
    expect(request.params["Digits"]).toBe("12");
  });

  it("[XS15] sends and receives messages", async () => {
    booted.web.answer("/voice", inRoom("talk"));
    const alice = await booted.device("alice");
    const call = await alice.connect();
    await call.waitFor("accept");
    const { callSid } = await call.describe();

    await booted.rest.calls(String(callSid)).userDefinedMessageSubscriptions.create({
      callback: booted.web.url("/messages"),
    });
    const sid = await call.sendMessage({ hello: "desk" });
    const sent = await call.waitFor("messageSent");
    const told = await booted.web.asked("/messages");
    await booted.rest
      .calls(String(callSid))
      .userDefinedMessages.create({ content: JSON.stringify({ hello: "alice" }) });
    const received = await call.waitFor("messageReceived");

    expect(sent.value).toMatchObject({ voiceEventSid: sid, content: { hello: "desk" } });
    expect(told.params).toMatchObject({
      CallSid: callSid,
      Sid: sid,
      Content: '{"hello":"desk"}',
      SequenceNumber: "1",
    });
    expect(received.value).toMatchObject({
      content: { hello: "alice" },
      messageType: "user-defined-message",
    });
  });

  it("[XS15] is told that a message is too large or of no known type", async () => {
    booted.web.answer("/voice", inRoom("talk"));
    const alice = await booted.device("alice");
    const call = await alice.connect();
    await call.waitFor("accept");

    await call.sendMessage({ text: "x".repeat(11_000) });
    const large = await call.waitFor("error");
    await call.sendMessage("hello", "unheard-of");
    const unknown = await call.waitFor("error");

    expect([large.value, unknown.value]).toMatchObject([{ code: 31212 }, { code: 31210 }]);
  });
});
