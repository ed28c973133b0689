import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { endOf, inRoom, ringAlice, statusOf, statusSettles } from "./client-calls.ts";

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

describe("several devices of one identity", () => {
  it("[XS17] on all devices; the first wins and the other is cancelled", async () => {
    const devices = await Promise.all([booted.device("alice"), booted.device("alice")]);
    const call = await ringAlice(booted);
    const [first, second] = await Promise.all(devices.map((device) => device.nextIncoming()));

    await second?.accept();

    await first?.waitFor("cancel");
    await second?.waitFor("accept");
    expect(await statusSettles(booted, call.sid, "in-progress")).toBe("in-progress");
  });

  it("[XS71] one rejects, and the others are cancelled", async () => {
    const devices = await Promise.all([1, 2, 3].map(() => booted.device("alice")));
    const call = await ringAlice(booted);
    const [first, ...others] = await Promise.all(devices.map((device) => device.nextIncoming()));

    await first?.reject();

    expect(await endOf(booted, call.sid)).toBe("busy");
    await Promise.all(others.map((one) => one.waitFor("cancel")));
  });

  it("[XS17] one ignores, and another answers", async () => {
    const [first, second] = await Promise.all([booted.device("alice"), booted.device("alice")]);
    const call = await ringAlice(booted);
    const [ignored, taken] = [await first.nextIncoming(), await second.nextIncoming()];

    await ignored.ignore();
    await taken.accept();

    expect(await statusSettles(booted, call.sid, "in-progress")).toBe("in-progress");
  });

  it("[XS12] and hands the call over to a device of its own by connectToken", async () => {
    const [receiver, worker] = await Promise.all([booted.device("alice"), booted.device("alice")]);
    const call = await ringAlice(booted);
    const incoming = await receiver.nextIncoming();
    const { connectToken } = await incoming.describe();

    const taken = await worker.connect({ connectToken: String(connectToken) });

    await taken.waitFor("accept");
    await incoming.waitFor("cancel");
    expect(await statusSettles(booted, call.sid, "in-progress")).toBe("in-progress");
    await taken.disconnect();
    expect(await statusSettles(booted, call.sid, "completed")).toBe("completed");
  });

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

  it("[XS75] a connectToken serves once; who comes later is told, and is free again", async () => {
    booted.web.answer("/voice", inRoom("later"));
    const [receiver, worker, late] = await Promise.all([
      booted.device("alice"),
      booted.device("alice"),
      booted.device("alice"),
    ]);
    const call = await ringAlice(booted);
    const { connectToken } = await (await receiver.nextIncoming()).describe();
    const options = { connectToken: String(connectToken) };
    await (await worker.connect(options)).waitFor("accept");

    const refused = await late.connect(options);

    await refused.waitFor("disconnect");
    expect((await late.waitFor("error")).value).toMatchObject({ code: 31209 });
    await (await late.connect()).waitFor("accept");
    expect(await statusOf(booted, call.sid)).toBe("in-progress");
  });
});

describe("a device", () => {
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

describe("a device in a call", () => {
  /** Alice has called a room. */
  async function aBusyDevice(allowIncomingWhileBusy: boolean) {
    booted.web.answer("/voice", inRoom("busy"));
    const alice = await booted.device("alice", { allowIncomingWhileBusy });
    const call = await alice.connect();
    await call.waitFor("accept");
    return { alice, call };
  }

  it("[XS40] lets another ring unheard, which ends busy", async () => {
    const { alice, call } = await aBusyDevice(false);

    const second = await ringAlice(booted, 2);

    expect(await endOf(booted, second.sid)).toBe("busy");
    expect(alice.events().some(({ name }) => name === "incoming")).toBe(false);
    expect((await call.describe()).status).toBe("open");
  });

  it("[XS76] with allowIncomingWhileBusy is rung, and takes the other when it has hung up", async () => {
    const { alice, call } = await aBusyDevice(true);
    const bob = await booted.device("bob");
    await bob.say(1000);
    booted.web.answer("/voice", inRoom("alice"));
    await bob.connect();
    const second = await ringAlice(booted);
    const incoming = await alice.nextIncoming();
    expect((await call.describe()).status).toBe("open");

    await call.disconnect();
    await incoming.accept();

    expect(await statusSettles(booted, second.sid, "in-progress")).toBe("in-progress");
    await incoming.hears(1000);
  });

  it("[XS76] with allowIncomingWhileBusy rejects the other, and its call goes on", async () => {
    const { alice, call } = await aBusyDevice(true);
    const second = await ringAlice(booted);

    await (await alice.nextIncoming()).reject();

    expect(await endOf(booted, second.sid)).toBe("busy");
    expect((await call.describe()).status).toBe("open");
  });
});
