import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";

import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { RawSocket } from "../support/raw-socket.ts";
import { anyNoise, anySid, anyType } from "./any-frame.ts";
import { anAuthenticatedSocket, useExchange } from "./client-calls.ts";

let booted: BootedExchange;

useExchange(
  (one) => (booted = one),
  () =>
    BootedExchange.start({
      signallingLimits: { heartbeatMs: 50, sockets: 20, readTimeoutMs: 3_000 },
    }),
);

function open() {
  return RawSocket.open(booted.exchange.signalUrl);
}

async function countSockets(): Promise<unknown> {
  const answer = await fetch(`${booted.exchange.url}/health`);
  return ((await answer.json()) as { sockets: number }).sockets;
}

/** A call of the real SDK that is answered and heard by the application. */
async function aCallWorks(): Promise<void> {
  booted.web.answer("/voice", "<Pause length='10'/>");
  const alice = await booted.device("alice");
  const call = await alice.connect();
  await call.waitFor("accept");
  await call.disconnect();
  await booted.endClients();
}

describe("hostile clients", () => {
  test("[XS29] of a foreign origin are refused", async () => {
    const { signalUrl } = booted.exchange;

    await expect(RawSocket.open(signalUrl, { origin: "https://evil.example" })).rejects.toThrow(
      "403",
    );
    const near = await RawSocket.open(signalUrl, { origin: "http://localhost:3000" });
    near.close();
  });

  test("[XS26] are refused when there are too many sockets", async () => {
    const sockets = await Promise.all(Array.from({ length: 20 }, open));

    await expect(open()).rejects.toThrow("503");

    for (const socket of sockets) {
      socket.close();
    }
    await Promise.all(sockets.map((socket) => socket.closed));
  });

  test("[XS16] that read nothing are cut off, whatever they send", async () => {
    const socket = await open();
    const beats = setInterval(() => socket.sendRaw("\n"), 50);
    onTestFinished(() => clearInterval(beats));

    socket.stopReading();

    expect(await eventually(countSockets, (count) => count === 0)).toBe(0);
    socket.close();
  });

  test("[XS16] get heartbeats", async () => {
    const socket = await open();

    await new Promise((resolve) => setTimeout(resolve, 300));

    expect(socket.heartbeats).toBeGreaterThan(2);
    socket.close();
  });

  test("[XS26] of frames too long are cut off", async () => {
    const socket = await anAuthenticatedSocket(booted, "mallory");

    socket.sendRaw("x".repeat(100_000));

    expect(await socket.closed).toBe(1009);
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

  test("[XS60] ASVS 17.3.1: beyond its invites a socket is refused, and another call works", async () => {
    booted.web.answer("/voice", "<Reject/>");
    const socket = await anAuthenticatedSocket(booted, "dialler");

    for (let n = 0; n < 40; n += 1) {
      socket.send("invite", { callsid: `TJSflood${n}`, sdp: "v=0", twilio: {} });
    }

    function isRefused(frame: RawSocket["frames"][0]): boolean {
      return JSON.stringify(frame.payload).includes("31206");
    }
    await expect
      .poll(() => socket.frames.filter(isRefused).length, { timeout: 15_000 })
      .toBeGreaterThanOrEqual(25);
    socket.close();
    await socket.closed;
    await aCallWorks();
  });

  test("[XS26] send thousands of malformed frames, and a call works afterwards", async () => {
    const sdp = fc.oneof(
      fc.string(),
      fc.constant("v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 0\r\na=fingerprint:sha-256 AA\r\n"),
      fc.string().map((text) => `v=0\r\n${text}\r\nm=audio 9 RTP/AVP 0\r\n`),
    );
    const payload = fc.record(
      {
        callsid: anySid,
        sdp,
        reconnect: fc.string(),
        twilio: fc.record({ params: fc.string() }),
        dtmf: fc.constantFrom("1", "w", "x", "9".repeat(65)),
        media: fc.record({ audio: fc.boolean() }),
        content: fc.jsonValue(),
        messagetype: fc.constantFrom("user-defined-message", "x"),
        voiceeventsid: fc.string(),
        token: fc.string(),
      },
      { requiredKeys: [] },
    );
    const frame = fc.oneof(
      anyNoise,
      fc
        .tuple(anyType, payload)
        .map(([kind, body]) => JSON.stringify({ type: kind, payload: body })),
    );
    booted.web.answer("/voice", "<Pause length='1'/>");
    const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));

    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 20, arbitrary: frame }, bytes), {
          minLength: 40,
          maxLength: 60,
        }),
        async (frames) => {
          const socket = await anAuthenticatedSocket(booted, "mallory");
          for (const one of frames) {
            socket.sendRaw(one);
          }
          socket.send("register", { media: { audio: false } });
          await socket.waitFor("offline");
          socket.close();
          await socket.closed;
        },
      ),
      { numRuns: 60 },
    );

    await expect(aCallWorks()).resolves.toBeUndefined();
    const health = await fetch(`${booted.exchange.url}/health`);
    expect(await health.json()).toMatchObject({ status: "ok" });
  });

  test("[XS26] of an unusable description are hung up with a reason", async () => {
    booted.web.answer("/voice", "<Pause length='1'/>");
    const socket = await anAuthenticatedSocket(booted, "mallory");

    socket.send("invite", { callsid: "TJS1", sdp: "v=0\r\n", twilio: {} });

    expect(await socket.waitFor("hangup")).toMatchObject({ error: { code: 53402 } });
    socket.close();
  });
});
