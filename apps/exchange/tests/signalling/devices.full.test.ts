import { describe, expect, test } from "vitest";

import { type BootedExchange, eventually } from "../support/booted-exchange.ts";
import { endOf, inRoom, ringAlice, statusOf, statusSettles, useExchange } from "./client-calls.ts";

let booted: BootedExchange;

useExchange((one) => (booted = one));

describe("several devices of one identity", () => {
  test("[XS13] and hands the call over to a device of its own by connectToken", async () => {
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

  test("[XS70] a connectToken serves once; who comes later is told, and is free again", async () => {
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
  test("[XS30] one that has unregistered does not ring", async () => {
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

  test("[XS40] one that ignores the call ends no-answer", async () => {
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

  test("[XS17] with allowIncomingWhileBusy rejects the other, and its call goes on", async () => {
    const { alice, call } = await aBusyDevice(true);
    const second = await ringAlice(booted);

    await (await alice.nextIncoming()).reject();

    expect(await endOf(booted, second.sid)).toBe("busy");
    expect((await call.describe()).status).toBe("open");
  });
});
