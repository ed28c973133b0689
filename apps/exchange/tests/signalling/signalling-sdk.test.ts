import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";

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

const inRoom = (name: string) =>
  `<Dial><Conference beep="false" waitUrl="">${name}</Conference></Dial>`;

const statusOf = async (sid: string) => (await booted.rest.calls(sid).fetch()).status;

/** The status, as soon as it is that. */
const statusSettles = (sid: string, status: string) =>
  eventually(
    () => statusOf(sid),
    (is) => is === status,
  );

/** Of the 0.3 that the microphone says; a gap of a third of the half second would be less. */
const isLoud = (amplitude: number) => amplitude > 0.2;

/** Rings alice's devices by REST; who accepts stays in a silent room. */
const ringAlice = () =>
  booted.rest.calls.create({
    to: "client:alice",
    from: "client:desk",
    twiml: `<Response>${inRoom("alice")}</Response>`,
    timeout: 20,
  });

describe("the unmodified voice SDK calls out", () => {
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

  it("[XS31][XS33] with Opus first, which carries what PCMU cannot", async () => {
    booted.web.answer("/voice", inRoom("wide"));
    const wide = { codecPreferences: ["opus", "pcmu"], maxAverageBitrate: 24_000 } as const;
    const [alice, bob, carla] = await Promise.all([
      booted.device("alice", { ...wide, codecPreferences: [...wide.codecPreferences] }),
      booted.device("bob", { codecPreferences: ["opus", "pcmu"] }),
      booted.device("carla", { codecPreferences: ["pcmu", "opus"] }),
    ]);
    await Promise.all([alice.say(6000), bob.say(440)]);

    const [call, other, narrow] = [
      await alice.connect(),
      await bob.connect(),
      await carla.connect(),
    ];

    await Promise.all([other.hears(6000), call.hears(440), narrow.hears(440)]);
    // The voice of 6 kHz is not there at all, and not folded back to 2 kHz.
    const folded = Promise.all([narrow.hears(6000, false), narrow.hears(2000, false)]);
    await expect(folded).resolves.toEqual([undefined, undefined]);
  });

  it("[XS32] is rung, prefers Opus and gets it", async () => {
    const [alice, bob] = await Promise.all([
      booted.device("alice", { codecPreferences: ["opus", "pcmu"] }),
      booted.device("bob", { codecPreferences: ["opus"] }),
    ]);
    booted.web.answer("/voice", inRoom("alice"));
    await alice.say(6000);
    await ringAlice();
    const incoming = await alice.nextIncoming();

    await incoming.accept();
    const other = await bob.connect();

    await expect(other.hears(6000)).resolves.toBeUndefined();
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

    expect(await statusSettles(String(callSid), "completed")).toBe("completed");
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

  it("[XS11] [XS65] restarts ICE, is silent for no longer than that takes, and is heard as before", async () => {
    booted.web.answer("/voice", inRoom("ice"));
    const [alice, bob] = await Promise.all([booted.device("alice"), booted.device("bob")]);
    await alice.say(440);
    const call = await alice.connect();
    const other = await bob.connect();
    await bob.say(1000);
    await Promise.all([other.hears(440), call.hears(1000)]);
    await Promise.all([other.longestGapMs(440), call.longestGapMs(1000)]);
    const before = await call.streams();

    await call.restartIce();
    // The counts go on from the new path: two seconds of it hold whatever the change cost.
    await eventually(
      () => call.streams(),
      ({ received }) => received > before.received + 100,
    );
    await Promise.all([
      eventually(() => other.amplitude(440), isLoud),
      eventually(() => call.amplitude(1000), isLoud),
    ]);
    // 40 to 100 ms on two busy cores: the new path's checks, and its handshake.
    const gaps = await Promise.all([other.longestGapMs(440), call.longestGapMs(1000)]);
    expect(Math.max(...gaps)).toBeLessThan(500);
    expect((await call.streams()).ssrc).toBe(before.ssrc);
    await alice.say(null);
    await other.hears(440, false);
    await alice.say(700);

    await other.hears(700);
    expect((await call.describe()).status).toBe("open");
  });
});

describe("the unmodified voice SDK is called", () => {
  it("[XS5][XS6] accepts, and is in the call", async () => {
    const alice = await booted.device("alice");
    const call = await ringAlice();
    const incoming = await alice.nextIncoming();
    expect(await statusSettles(call.sid, "ringing")).toBe("ringing");

    await incoming.accept();

    await incoming.waitFor("accept");
    expect(await statusSettles(call.sid, "in-progress")).toBe("in-progress");
    expect((await incoming.describe()).parameters).toMatchObject({
      CallSid: call.sid,
      AccountSid: booted.exchange.account.sid,
      From: "client:desk",
      To: "client:alice",
    });
  });

  it("[XS9] rejects, and the caller hears of it", async () => {
    const alice = await booted.device("alice");
    const call = await ringAlice();
    const incoming = await alice.nextIncoming();

    await incoming.reject();

    expect(await statusSettles(call.sid, "busy")).toBe("busy");
  });

  it("[XS8] is cancelled when the caller gives up", async () => {
    const alice = await booted.device("alice");
    const call = await ringAlice();
    const incoming = await alice.nextIncoming();

    await booted.rest.calls(call.sid).update({ status: "canceled" });

    await incoming.waitFor("cancel");
    expect(await statusOf(call.sid)).toBe("canceled");
  });

  it("[XS17] on all devices; the first wins and the other is cancelled", async () => {
    const devices = await Promise.all([booted.device("alice"), booted.device("alice")]);
    const call = await ringAlice();
    const [first, second] = await Promise.all(devices.map((device) => device.nextIncoming()));

    await second?.accept();

    await first?.waitFor("cancel");
    await second?.waitFor("accept");
    expect(await statusSettles(call.sid, "in-progress")).toBe("in-progress");
  });

  it("[XS12] and hands the call over to a device of its own by connectToken", async () => {
    const [receiver, worker] = await Promise.all([booted.device("alice"), booted.device("alice")]);
    const call = await ringAlice();
    const incoming = await receiver.nextIncoming();
    const { connectToken } = await incoming.describe();

    const taken = await worker.connect({ connectToken: String(connectToken) });

    await taken.waitFor("accept");
    await incoming.waitFor("cancel");
    expect(await statusSettles(call.sid, "in-progress")).toBe("in-progress");
    await taken.disconnect();
    expect(await statusSettles(call.sid, "completed")).toBe("completed");
  });

  it("[XS9] when nobody is registered the call fails", async () => {
    const call = await ringAlice();

    expect(await statusSettles(call.sid, "failed")).toBe("failed");
  });
});

describe("the socket of a call drops", () => {
  it("[XS12] the SDK reconnects, and the audio was there all the time", async () => {
    booted.web.answer("/voice", inRoom("drop"));
    const [alice, bob] = await Promise.all([booted.device("alice"), booted.device("bob")]);
    await alice.say(440);
    const call = await alice.connect();
    const other = await bob.connect();
    await eventually(() => other.amplitude(440), isLoud);

    await alice.dropSocket();
    await call.waitFor("reconnecting");
    await call.waitFor("reconnected");

    // The last half second holds the whole outage of the socket.
    expect(await other.amplitude(440)).toSatisfy(isLoud);
    const { callSid } = await call.describe();
    expect(await statusOf(String(callSid))).toBe("in-progress");
    await call.disconnect();
    expect(await statusSettles(String(callSid), "completed")).toBe("completed");
  });

  it("[XS13] a client that never comes back ends after its reconnect timeout", async () => {
    booted.web.answer("/voice", inRoom("gone"));
    const alice = await booted.device("alice", { maxCallSignalingTimeoutMs: 1000 });
    const call = await alice.connect();
    await call.waitFor("accept");
    const { callSid } = await call.describe();

    await booted.endClients();
    expect(await statusSettles(String(callSid), "completed")).toBe("completed");
  });
});

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
});
