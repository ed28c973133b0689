import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import twilio from "twilio";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { endOf, inRoom, ringAlice } from "./client-calls.ts";

const { AccessToken } = twilio.jwt;

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

/** Of the 0.3 that the microphone says; a gap of a third of the half second would be less. */
const isLoud = (amplitude: number) => amplitude > 0.2;

describe("tokens", () => {
  it.each([
    ["[XS21] a bad signature", (t: string) => `${t.slice(0, -4)}AAAA`, 31202],
    ["[XS21] no token at all", () => "hello", 20101],
  ])("%s is an error of the device", async (_what, spoil, code) => {
    const alice = await booted.stranger("alice", { token: spoil(booted.token("alice")) });

    alice.register().catch(() => undefined);

    const error = await alice.waitFor("error");
    expect(error.value).toMatchObject({ code });
  });

  it("[XS2] are refreshed without touching the call", async () => {
    booted.web.answer("/voice", inRoom("refresh"));
    const [alice, bob] = await Promise.all([booted.device("alice"), booted.device("bob")]);
    await alice.say(440);
    const call = await alice.connect();
    const other = await bob.connect();
    await eventually(() => other.amplitude(440), isLoud);

    await alice.updateToken(booted.token("alice"));
    await call.sendMessage("still there");
    await call.waitFor("messageSent");

    expect((await call.describe()).status).toBe("open");
    expect(await other.amplitude(440)).toSatisfy(isLoud);
  });

  it("[XS42] tokenWillExpire comes in time, and a new token keeps the device registered", async () => {
    const alice = await booted.stranger("alice");
    // Its life begins when the client is up, which takes long on a busy machine.
    const token = booted.token("alice", { ttl: 16 });
    await alice.restart({ signalUrl: booted.exchange.signalUrl, token });
    await alice.register();

    await alice.waitFor("tokenWillExpire", { timeoutMs: 30_000 });
    await alice.updateToken(booted.token("alice"));

    const call = await booted.rest.calls.create({
      to: "client:alice",
      from: "client:desk",
      twiml: "<Response/>",
    });
    await expect(alice.nextIncoming()).resolves.toBeDefined();
    await booted.rest.calls(call.sid).update({ status: "canceled" });
  });

  it("[XS74] out of time: the call goes on, nobody rings until the next token, then it does", async () => {
    booted.web.answer("/voice", inRoom("expiry"));
    const [alice, bob] = await Promise.all([booted.stranger("alice"), booted.device("bob")]);
    await bob.say(1000);
    await bob.connect();
    // Its life begins when the client is up, which takes long on a busy machine.
    const token = booted.token("alice", { ttl: 8 });
    await alice.restart({
      signalUrl: booted.exchange.signalUrl,
      token,
      allowIncomingWhileBusy: true,
    });
    await alice.register();
    const call = await alice.connect();
    await call.hears(1000);

    const { value } = await alice.waitFor("error", { timeoutMs: 30_000 });
    await alice.waitFor("unregistered");
    const unheard = await ringAlice(booted, 5);

    expect(value).toMatchObject({ code: 20104, name: "AccessTokenExpired" });
    expect(await endOf(booted, unheard.sid)).toBe("failed");
    expect((await call.describe()).status).toBe("open");
    await alice.updateToken(booted.token("alice"));
    await eventually(
      async () => alice.events().filter(({ name }) => name === "registered").length,
      (times) => times === 2,
    );
    await ringAlice(booted);
    await alice.nextIncoming();
    await call.hears(1000);
  });

  it("[XS73] of a deleted key: the call goes on, and no other begins", async () => {
    booted.web.answer("/voice", inRoom("revoked"));
    const key = await booted.rest.newKeys.create({ friendlyName: "for a while" });
    const { sid } = booted.exchange.account;
    const token = new AccessToken(sid, key.sid, String(key.secret), { identity: "alice" });
    const outgoingApplicationSid = booted.applicationSid;
    token.addGrant(new AccessToken.VoiceGrant({ incomingAllow: true, outgoingApplicationSid }));
    const [alice, other, bob] = await Promise.all([
      booted.device("alice", { token: token.toJwt() }),
      booted.device("alice", { token: token.toJwt() }),
      booted.device("bob"),
    ]);
    await bob.say(1000);
    await bob.connect();
    const call = await alice.connect();
    await call.hears(1000);

    await booted.rest.keys(key.sid).remove();
    await other.connect();

    expect((await other.waitFor("error")).value).toMatchObject({ code: 31203 });
    await other.waitFor("unregistered");
    await call.hears(1000);
    expect((await call.describe()).status).toBe("open");
  });
});

describe("the preflight test", () => {
  it("[XS43] Device.runPreflight completes with a report of the call", async () => {
    booted.web.answer("/voice", `<Pause length="4"/>`);
    const alice = await booted.stranger("alice");
    await alice.say(440);

    const report = await alice.preflight({
      signalUrl: booted.exchange.signalUrl,
      token: booted.token("alice"),
    });

    expect(report).toMatchObject({
      networkTiming: { signaling: { duration: expect.any(Number) } },
    });
    expect((report as { callSid: string }).callSid).toMatch(/^CA[0-9a-f]{32}$/);
  });
});
