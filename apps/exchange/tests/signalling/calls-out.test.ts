import { describe, expect, test } from "vitest";

import { BootedExchange } from "../support/booted-exchange.ts";
import { inRoom, statusSettles, useExchange } from "./client-calls.ts";

let booted: BootedExchange;

useExchange((one) => (booted = one));

describe("an outgoing call of the unmodified voice SDK", () => {
  test("[XS78] has the edge and the home region of a Twilio account by default", async () => {
    const alice = await booted.device("alice");

    expect(await alice.command("where", {})).toEqual({ edge: "ashburn", home: "us1" });
  });

  test("[XS78] has the edge that EDGES names for the softphone's address", async () => {
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

  test("[XS13] ends after its reconnect timeout when the client never returns", async () => {
    booted.web.answer("/voice", inRoom("gone"));
    const alice = await booted.device("alice", { maxCallSignalingTimeoutMs: 1000 });
    const call = await alice.connect();
    await call.waitFor("accept");
    const { callSid } = await call.describe();

    await booted.loseClients();

    expect(await statusSettles(booted, String(callSid), "completed")).toBe("completed");
  });
});
