import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BootedExchange, eventually } from "./booted-exchange.ts";

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

/** A path that followed its socket would be silent all that time; a busy machine only now and then. */
const AWAY_MS = 4_000;
const GAP_MS = AWAY_MS / 2;

describe("the network of the signalling is down for a while", () => {
  it("[XS37][XS38] the tone goes on both ways, and messages of that time arrive once it is back", async () => {
    booted.web.answer("/voice", inRoom("away"));
    const [alice, bob] = await Promise.all([booted.device("alice"), booted.device("bob")]);
    await Promise.all([alice.say(440), bob.say(1000)]);
    const call = await alice.connect();
    const other = await bob.connect();
    await Promise.all([call.hears(1000), other.hears(440)]);
    const callSid = String((await call.describe()).callSid);
    await Promise.all([call.longestGapMs(1000), other.longestGapMs(440)]);

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
    const gaps = await Promise.all([call.longestGapMs(1000), other.longestGapMs(440)]);
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
