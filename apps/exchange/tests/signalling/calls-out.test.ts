import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BootedExchange } from "../support/booted-exchange.ts";
import { inRoom, statusSettles } from "./client-calls.ts";

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

describe("the unmodified voice SDK calls out", () => {
  it("[XS78] from where a Twilio account is that asks for nothing else", async () => {
    const alice = await booted.device("alice");

    expect(await alice.command("where", {})).toEqual({ edge: "ashburn", home: "us1" });
  });

  it("[XS1][XS4][XS18] into a room where both hear each other", async () => {
    booted.web.answer("/voice", inRoom("two"));
    const [alice, bob] = await Promise.all([booted.device("alice"), booted.device("bob")]);
    await Promise.all([alice.say(440), bob.say(1000)]);

    const params = { note: "山田 & a+b 100%", "my note": "+", "名 前+": "x", empty: "" };
    const call = await alice.connect({ params });
    await call.waitFor("accept");
    const other = await bob.connect();

    await Promise.all([call.hears(1000), other.hears(440)]);
    const request = await booted.web.asked("/voice", (r) => r.params["From"] === "client:alice");
    const { callSid } = await call.describe();
    expect(request.params).toMatchObject({
      ...params,
      CallSid: callSid,
      ApplicationSid: booted.applicationSid,
      Direction: "inbound",
    });
    expect(call.events().map((event) => event.name)).toEqual(["ringing", "accept"]);
  });

  it("[XS1] is not heard while muted", async () => {
    booted.web.answer("/voice", inRoom("mute"));
    const [alice, bob] = await Promise.all([booted.device("alice"), booted.device("bob")]);
    await alice.say(440);
    const call = await alice.connect();
    const other = await bob.connect();
    await other.hears(440);

    await call.mute(true);
    await other.hears(440, false);
    await call.mute(false);

    await expect(other.hears(440)).resolves.toBeUndefined();
  });

  it("[XS7] and hangs up; the call is over for the REST API", async () => {
    booted.web.answer("/voice", inRoom("end"));
    const alice = await booted.device("alice");
    const call = await alice.connect();
    await call.waitFor("accept");
    const { callSid } = await call.describe();

    await call.disconnect();

    expect(await statusSettles(booted, String(callSid), "completed")).toBe("completed");
    const ended = await booted.web.asked("/status", (r) => r.params["CallSid"] === callSid);
    expect(ended.params["CallStatus"]).toBe("completed");
  });

  it("[XS7] and is hung up by the REST API", async () => {
    booted.web.answer("/voice", inRoom("end"));
    const alice = await booted.device("alice");
    const call = await alice.connect();
    await call.waitFor("accept");
    const { callSid } = await call.describe();

    await booted.rest.calls(String(callSid)).update({ status: "completed" });

    await call.waitFor("disconnect");
    expect(call.events().map((event) => event.name)).not.toContain("error");
  });

  it("[XS24] is told that its application does not exist", async () => {
    const token = booted.token("alice", { applicationSid: `AP${"0".repeat(32)}` });
    const alice = await booted.device("alice", { token });

    const call = await alice.connect();

    const error = await call.waitFor("error");
    expect(error.value).toMatchObject({ code: 31001 });
  });

  it("[XS23] is told that it may not", async () => {
    const token = booted.token("alice", { applicationSid: null });
    const alice = await booted.device("alice", { token });

    const call = await alice.connect();

    const error = await alice.waitFor("error");
    await call.waitFor("disconnect");
    expect(error.value).toMatchObject({ code: 20151, name: "AuthenticationFailed" });
  });
});
