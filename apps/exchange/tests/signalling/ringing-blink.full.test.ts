import { describe, expect, test } from "vitest";

import type { BootedExchange } from "../support/booted-exchange.ts";
import { endOf, ringAlice, statusSettles, useExchange } from "./client-calls.ts";

let booted: BootedExchange;

useExchange((one) => (booted = one));

/** Alice's only device rings. */
async function aRingingDevice() {
  const alice = await booted.device("alice");
  const call = await ringAlice(booted);
  return { alice, call, incoming: await alice.nextIncoming() };
}

describe("the socket of a device blinks while it rings", () => {
  test("[XS79] a second device that comes meanwhile is not rung, the first is", async () => {
    const { alice, incoming } = await aRingingDevice();

    const token = booted.token("alice", { ttl: 700 });
    // Its browser starts before: on a busy machine that takes longer than the blink.
    const other = await booted.unregisteredDevice("alice", { token });
    await alice.dropSocket(3000);
    await incoming.waitFor("reconnecting");
    await other.register();
    const again = await alice.nextIncoming();
    await again.accept();
    await again.waitFor("accept");

    expect(other.events().map(({ name }) => name)).not.toContain("incoming");
  });

  test("[XS82] the caller gives up while it is away: its call ends when it is back", async () => {
    const { alice, call, incoming } = await aRingingDevice();

    await alice.dropSocket(1500);
    await incoming.waitFor("reconnecting");
    await booted.rest.calls(call.sid).update({ status: "canceled" });
    await incoming.waitFor("cancel");

    expect((await incoming.describe()).status).toBe("closed");
    expect(await endOf(booted, call.sid)).toBe("canceled");
    await ringAlice(booted);
    const next = await alice.nextIncoming();
    await next.accept();
    await next.waitFor("accept");
  });

  test("[XS82] another device answers while it is away: its call ends when it is back", async () => {
    const other = await booted.device("alice");
    const { alice, call, incoming } = await aRingingDevice();
    const taken = await other.nextIncoming();

    await alice.dropSocket(1500);
    await incoming.waitFor("reconnecting");
    await taken.accept();
    await incoming.waitFor("cancel");

    expect(await statusSettles(booted, call.sid, "in-progress")).toBe("in-progress");
    await expect.poll(async () => (await taken.describe()).status).toBe("open");
  });

  test("[XS79] a device that stays away ends the call after its reconnect timeout", async () => {
    const alice = await booted.device("alice", { maxCallSignalingTimeoutMs: 1000 });
    const call = await ringAlice(booted, 60);
    await alice.nextIncoming();

    await booted.loseClients();

    expect(await endOf(booted, call.sid)).toBe("failed");
  });
});
