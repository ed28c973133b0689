import { describe, expect, test } from "vitest";

import { BootedExchange } from "../support/booted-exchange.ts";
import { RawSocket } from "../support/raw-socket.ts";
import { anAuthenticatedSocket, useExchange } from "./client-calls.ts";

let booted: BootedExchange;

useExchange(
  (one) => (booted = one),
  () =>
    BootedExchange.start({
      signallingLimits: { heartbeatMs: 50, sockets: 20, readTimeoutMs: 3_000 },
    }),
);

describe("hostile clients", () => {
  test("[XS29] of a foreign origin are refused", async () => {
    const { signalUrl } = booted.exchange;

    await expect(RawSocket.open(signalUrl, { origin: "https://evil.example" })).rejects.toThrow(
      "403",
    );
    const near = await RawSocket.open(signalUrl, { origin: "http://localhost:3000" });
    near.close();
  });

  test("[XS60] ASVS 17.3.1: frames beyond their rate do nothing, and calls of others begin and go on", async () => {
    booted.web.answer("/voice", "<Dial><Conference beep='false'>calm</Conference></Dial>");
    const [alice, bob] = [await booted.device("alice"), await booted.device("bob")];
    await alice.say(440);
    await bob.say(1000);
    const first = await alice.connect();
    await first.waitFor("accept");
    const flooders = await Promise.all(
      [1, 2, 3].map((n) => anAuthenticatedSocket(booted, `flooder-${n}`)),
    );

    for (const socket of flooders) {
      for (let n = 0; n < 3000; n += 1) {
        const hangup = { type: "hangup", version: "1.6", payload: { callsid: `TJS${n}` } };
        socket.sendRaw(JSON.stringify(hangup));
      }
    }
    const second = await bob.connect();
    await second.waitFor("accept");

    await second.receivesTone(440);
    await first.receivesTone(1000);
    for (const socket of flooders) {
      expect(await socket.waitFor("error")).toMatchObject({ error: { code: 31206 } });
      socket.close();
      await socket.closed;
    }
  });
});
