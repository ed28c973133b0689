import { describe, expect, test } from "vitest";

import { type BootedExchange, eventually } from "../support/booted-exchange.ts";
import { endOf, ringAlice, statusSettles, useExchange } from "./client-calls.ts";

let booted: BootedExchange;

useExchange((one) => (booted = one));

describe("the unmodified voice SDK is called", () => {
  test("[XS40] when nobody is registered the call fails", async () => {
    const call = await ringAlice(booted);

    expect(await statusSettles(booted, call.sid, "failed")).toBe("failed");
  });

  test("[XS30] and the caller gives up as it accepts: both agree that it is over", async () => {
    const alice = await booted.device("alice");
    const call = await ringAlice(booted);
    const incoming = await alice.nextIncoming();

    await Promise.all([
      booted.rest.calls(call.sid).update({ status: "completed" }),
      incoming.accept(),
    ]);

    expect(["canceled", "completed"]).toContain(await endOf(booted, call.sid));
    await eventually(
      async () => (await incoming.describe()).status,
      (status) => status === "closed",
    );
    const next = await ringAlice(booted);
    await (await alice.nextIncoming()).accept();
    expect(await statusSettles(booted, next.sid, "in-progress")).toBe("in-progress");
  });

  test("[XS30] and hangs up twice, as the exchange hangs up: it is over once", async () => {
    const alice = await booted.device("alice");
    const call = await ringAlice(booted);
    const incoming = await alice.nextIncoming();
    await incoming.accept();
    await statusSettles(booted, call.sid, "in-progress");

    // Whoever comes last is told that the call is over (21220).
    await Promise.allSettled([
      incoming.disconnect(),
      booted.rest.calls(call.sid).update({ status: "completed" }),
      incoming.disconnect(),
    ]);

    expect(await endOf(booted, call.sid)).toBe("completed");
    await incoming.waitFor("disconnect");
    const names = incoming.events().map(({ name }) => name);
    expect(names.filter((name) => name === "disconnect")).toHaveLength(1);
    expect(names).not.toContain("error");
  });
});

describe("custom parameters", () => {
  test("[XS18] come through a TwiML application as the SDK's own integration test has them", async () => {
    booted.web.answer("/voice", ({ params }) => {
      const parameters = [
        ["duplicate", "12345"],
        ["duplicate", "123456"],
        ["custom + param", "我不吃蛋"],
        ["foobar", "some + value"],
        ["custom1", params["Custom1"]],
        ["custom2", params["Custom2"]],
        ["custom3", params["Custom3"]],
      ].map(([name, value]) => `<Parameter name="${name}" value="${value}"/>`);
      const identity = `<Identity>${params["To"]}</Identity>`;
      return `<Dial><Client>${identity}${parameters.join("")}</Client></Dial>`;
    });
    const [alice, bob] = await Promise.all([booted.device("alice"), booted.device("bob")]);
    const params = { To: "bob", Custom1: "foo + bar", Custom2: "undefined", Custom3: "我不吃蛋" };

    await alice.connect({ params });

    const incoming = await bob.nextIncoming();
    expect((await incoming.describe()).customParameters).toEqual({
      "custom + param": "我不吃蛋",
      custom1: "foo + bar",
      custom2: "undefined",
      custom3: "我不吃蛋",
      duplicate: "123456",
      foobar: "some + value",
    });
  });

  test("[XS77] cannot stand in for what the exchange knows itself", async () => {
    booted.web.answer("/voice", "<Reject/>");
    const alice = await booted.device("alice");
    const forged = {
      From: "+61255500199",
      CallSid: "CA0",
      AccountSid: "AC0",
      Direction: "outbound-api",
      CallStatus: "completed",
      ApplicationSid: "AP0",
      StirVerstat: "TN-Validation-Passed-A",
    };

    await alice.connect({ params: { ...forged, note: "kept" } });

    const { params } = await booted.web.waitForRequest("/voice");
    expect(params).toMatchObject({ From: "client:alice", Direction: "inbound", note: "kept" });
    for (const [name, value] of Object.entries(forged)) {
      expect(params[name]).not.toBe(value);
    }
  });
});

test("[XS44] is told that a number of our own which calls another of ours is verified", async () => {
  const { web, rest } = booted;
  const [outer, inner] = ["+61255500141", "+61255500142"];
  const voiceUrl = web.url("/incoming");
  await rest.incomingPhoneNumbers.create({ phoneNumber: outer });
  await rest.incomingPhoneNumbers.create({ phoneNumber: inner, voiceUrl });
  web.answer("/incoming", "<Dial><Client>alice</Client></Dial>");
  const alice = await booted.device("alice");

  await rest.calls.create({ to: inner, from: outer, twiml: "<Response><Pause/></Response>" });

  const incoming = await alice.nextIncoming();
  const { params } = await web.waitForRequest("/incoming");
  expect(params).toMatchObject({ From: outer, To: inner, StirVerstat: "TN-Validation-Passed-A" });
  expect((await incoming.describe()).isVerified).toBe(true);
});
