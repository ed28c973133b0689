import { describe, expect, test } from "vitest";

import { BootedExchange } from "../support/booted-exchange.ts";
import { inRoom, statusSettles, useExchange } from "./client-calls.ts";

let booted: BootedExchange;

useExchange((one) => (booted = one));

describe("the unmodified voice SDK calls out", () => {
  test("[XS78] from where a Twilio account is that asks for nothing else", async () => {
    const alice = await booted.device("alice");

    expect(await alice.command("where", {})).toEqual({ edge: "ashburn", home: "us1" });
  });

  test("[XS78] at an edge that the exchange knows by the address at which it came", async () => {
    const edges = new Map<string, string>();
    const there = await BootedExchange.start({}, { edges });
    edges.set("sydney", new URL(there.exchange.url).host);
    try {
      const alice = await there.device("alice");

      expect(await alice.command("where", {})).toEqual({ edge: "sydney", home: "us1" });
    } finally {
      await there.close();
    }
  });

  test("[XS13] and never comes back: its call ends after its reconnect timeout", async () => {
    booted.web.answer("/voice", inRoom("gone"));
    const alice = await booted.device("alice", { maxCallSignalingTimeoutMs: 1000 });
    const call = await alice.connect();
    await call.waitFor("accept");
    const { callSid } = await call.describe();

    await booted.loseClients();

    expect(await statusSettles(booted, String(callSid), "completed")).toBe("completed");
  });
});
