import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ring } from "@linedesk/testkit";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";

let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
  const voiceUrl = booted.web.url("/incoming");
  await booted.rest.incomingPhoneNumbers.create({ phoneNumber: NUMBER, voiceUrl });
});
afterEach(async () => {
  await booted.endClients();
  booted.web.forget();
});
afterAll(async () => {
  await booted.close();
});

const NUMBER = "+61255500101";

const inRoom = (name: string) =>
  `<Dial><Conference beep="false" waitUrl="">${name}</Conference></Dial>`;

const AWAY_MS = 4_000;
/** The packets prove that nothing is missing; the tone, that a machine with some time plays them. */
const GAP_MS = AWAY_MS / 4;
const PACKETS_AWAY = AWAY_MS / 20;

/** What the exchange has received of a call. */
async function heardFrom(callSid: string): Promise<{ received: number; lost: number }> {
  const { sid, authToken } = booted.exchange.account;
  const answer = await fetch(`${booted.exchange.url}/inspect/calls/${callSid}/quality`, {
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${authToken}`).toString("base64")}` },
  });
  const quality = (await answer.json()) as { packets_received: number; packets_lost: number };
  return { received: quality.packets_received, lost: quality.packets_lost };
}

describe("the network of the signalling is down for a while", () => {
  it("[XS37][XS38] no packet is missing either way, the tone goes on, and messages of that time arrive once it is back", async () => {
    booted.web.answer("/voice", inRoom("away"));
    const [alice, bob] = await Promise.all([booted.device("alice"), booted.device("bob")]);
    await Promise.all([alice.say(440), bob.say(1000)]);
    const call = await alice.connect();
    const other = await bob.connect();
    await Promise.all([call.hears(1000), other.hears(440)]);
    const callSid = String((await call.describe()).callSid);
    const longestGapsMs = () => Promise.all([call.longestGapMs(1000), other.longestGapMs(440)]);
    await longestGapsMs();
    const [before, heardBefore] = [await call.streams(), await heardFrom(callSid)];

    await alice.dropSocket(AWAY_MS);
    await call.waitFor("reconnecting");
    for (const word of ["one", "two"]) {
      await booted.rest
        .calls(callSid)
        .userDefinedMessages.create({ content: JSON.stringify({ word }) });
    }
    await call.waitFor("reconnected");

    const first = await call.waitFor("messageReceived");
    const second = await call.waitFor("messageReceived");
    expect([first.value, second.value]).toMatchObject([
      { content: { word: "one" } },
      { content: { word: "two" } },
    ]);
    const [after, heardAfter] = [await call.streams(), await heardFrom(callSid)];
    expect(after).toMatchObject({ ssrc: before.ssrc, lost: before.lost });
    expect(heardAfter.lost).toBe(heardBefore.lost);
    // A machine without time may send some of them late.
    const counts = [after.received - before.received, heardAfter.received - heardBefore.received];
    expect(Math.min(...counts)).toBeGreaterThan(PACKETS_AWAY * 0.8);
    const gaps = await longestGapsMs();
    expect(Math.max(...gaps)).toBeLessThan(GAP_MS);
  });

  it("[XS38] and what the SDK says meanwhile reaches the application", async () => {
    booted.web.answer("/voice", inRoom("said"));
    const alice = await booted.device("alice");
    const call = await alice.connect();
    await call.waitFor("accept");
    const callSid = String((await call.describe()).callSid);
    await booted.rest.calls(callSid).userDefinedMessageSubscriptions.create({
      callback: booted.web.url("/messages"),
      method: "GET",
    });

    await alice.dropSocket(AWAY_MS);
    await call.waitFor("reconnecting");
    await call.sendMessage({ from: "afar" });

    const told = await booted.web.asked("/messages");
    expect(told).toMatchObject({ method: "GET", params: { Content: '{"from":"afar"}' } });
  });
});

describe("several devices", () => {
  it("[XS39] a call that is handed over by connectToken is heard at the new device", async () => {
    booted.web.answer("/voice", inRoom("over"));
    const [receiver, worker, bob] = await Promise.all([
      booted.device("alice"),
      booted.device("alice"),
      booted.device("bob"),
    ]);
    await Promise.all([worker.say(700), bob.say(1000)]);
    const bobs = await bob.connect();
    const twiml = `<Response>${inRoom("over")}</Response>`;
    await booted.rest.calls.create({ to: "client:alice", from: "client:desk", twiml });
    const incoming = await receiver.nextIncoming();
    const { connectToken } = await incoming.describe();

    const taken = await worker.connect({ connectToken: String(connectToken) });

    await Promise.all([taken.hears(1000), bobs.hears(700)]);
    expect((await incoming.waitFor("cancel")).name).toBe("cancel");
  });

  it("[XS40] a device in a call lets another ring unheard, which ends busy", async () => {
    booted.web.answer("/voice", inRoom("busy"));
    const alice = await booted.device("alice");
    const call = await alice.connect();
    await call.waitFor("accept");

    const second = await booted.rest.calls.create({
      to: "client:alice",
      from: "client:desk",
      twiml: "<Response/>",
      timeout: 2,
    });

    const ended = await eventually(
      () => booted.rest.calls(second.sid).fetch(),
      ({ endTime }) => endTime !== null,
    );
    expect(ended.status).toBe("busy");
    expect(alice.events().some(({ name }) => name === "incoming")).toBe(false);
    expect((await call.describe()).status).toBe("open");
  });

  it("[XS3] one that has unregistered does not ring", async () => {
    const alice = await booted.device("alice");

    await alice.unregister();

    const { sid } = await booted.rest.calls.create({
      to: "client:alice",
      from: "client:desk",
      twiml: "<Response/>",
    });
    const ended = await eventually(
      () => booted.rest.calls(sid).fetch(),
      ({ endTime }) => endTime !== null,
    );
    expect(ended.status).toBe("failed");
    expect(alice.events().some(({ name }) => name === "incoming")).toBe(false);
  });

  it("[XS40] one that ignores the call ends no-answer", async () => {
    const alice = await booted.device("alice");
    const call = await booted.rest.calls.create({
      to: "client:alice",
      from: "client:desk",
      twiml: "<Response/>",
      timeout: 3,
    });
    const incoming = await alice.nextIncoming();

    await incoming.ignore();

    const ended = await eventually(
      () => booted.rest.calls(call.sid).fetch(),
      ({ endTime }) => endTime !== null,
    );
    expect(ended.status).toBe("no-answer");
  });
});

describe("the caller's number", () => {
  it("[XS44] [XS66] is verified for the SDK when STIR attests it fully, and not otherwise", async () => {
    booted.web.answer("/incoming", "<Dial><Client>alice</Client></Dial>");
    const alice = await booted.device("alice");
    const told = [];

    for (const verstat of [
      ";verstat=TN-Validation-Passed-A",
      ";verstat=TN-Validation-Failed",
      "",
    ]) {
      const identity = `<sip:+61491570006${verstat}@carrier.test;user=phone>`;
      const listener = await ring({
        exchange: booted.exchange.sip,
        from: "+61491570006",
        to: NUMBER,
        headers: [["P-Asserted-Identity", identity]],
      });
      const incoming = await alice.nextIncoming();
      told.push(await incoming.describe());
      await listener.close();
      await incoming.waitFor("cancel");
    }

    expect(told.map(({ isVerified }) => isVerified)).toEqual([true, false, null]);
    expect(told[0]?.parameters).toMatchObject({
      From: "+61491570006",
      StirStatus: "TN-Validation-Passed-A",
    });
  });
});

describe("custom parameters", () => {
  it("[XS18][XS41] reach the SDK from Parameter and from the address itself", async () => {
    const note = "山田 a+b & 100% =";
    const written = note.replaceAll("&", "&amp;");
    const parameters = [
      `<Parameter name="note" value="${written}"/>`,
      `<Parameter name="twice" value="1"/><Parameter name="twice" value="2"/>`,
    ];
    const identity = "<Identity>bob?team=news%20desk</Identity>";
    booted.web.answer("/voice", `<Dial><Client>${identity}${parameters.join("")}</Client></Dial>`);
    const [alice, bob] = await Promise.all([booted.device("alice"), booted.device("bob")]);

    await alice.connect();

    const incoming = await bob.nextIncoming();
    expect(await incoming.describe()).toMatchObject({
      customParameters: { note, twice: "2", team: "news desk" },
      parameters: { From: "client:alice", To: "client:bob" },
    });
  });
});

describe("tokens and tests", () => {
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
