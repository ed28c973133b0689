import { connect } from "node:net";

import { expect, test } from "vitest";

import { BootedExchange } from "../support/booted-exchange.ts";
import { RawSocket } from "../support/raw-socket.ts";
import { anAuthenticatedSocket, untilReceived, useExchange } from "./client-calls.ts";

const policyViolation = 1008;
/** The websocket library cuts off who pings faster than they read, without a word. */
const abnormal = 1006;
const perAddress = 5;
const unauthenticatedLimit = 20;
/** What a flood may do to the sound of others. */
const leastGapMs = 300;
/** A starved machine makes gaps of its own, now and then; what a flood does, it does every time. */
const mostFloods = 5;
/** Two seconds of sound. */
const quietPackets = 100;

let booted: BootedExchange;

useExchange(
  (one) => (booted = one),
  () =>
    BootedExchange.start(
      { signallingLimits: { unauthenticatedSessions: unauthenticatedLimit } },
      { socketsPerAddress: 5 },
    ),
);

function openFrom(address: string): Promise<RawSocket> {
  return RawSocket.open(booted.exchange.signalUrl, { "x-forwarded-for": address });
}

/** Two real SDKs that hear each other's tone, whatever is done to the exchange meanwhile. */
async function aConversation(): Promise<{
  goesOnThrough: (flood: () => Promise<void>) => Promise<void>;
}> {
  booted.web.answer("/voice", "<Dial><Conference beep='false' waitUrl=''>calm</Conference></Dial>");
  const [alice, bob] = await Promise.all([booted.device("alice"), booted.device("bob")]);
  await Promise.all([alice.say(440), bob.say(1000)]);
  const [near, far] = [await alice.connect(), await bob.connect()];
  function bothReceive() {
    return Promise.all([near.receivesTone(1000), far.receivesTone(440)]);
  }
  async function takeGap() {
    return Math.max(await near.longestGapMs(), await far.longestGapMs());
  }
  await bothReceive();
  return {
    async goesOnThrough(flood) {
      const harm: number[] = [];
      while (harm.length < mostFloods && !harm.some((gap) => gap < leastGapMs)) {
        await takeGap();
        await untilReceived(near, quietPackets);
        const ordinaryMs = await takeGap();
        await flood();
        const gapMs = await takeGap();
        harm.push(gapMs > ordinaryMs ? gapMs : 0);
      }
      expect(Math.min(...harm)).toBeLessThan(leastGapMs);
      await bothReceive();
    },
  };
}

test("[XS60] one address fills its share and no other's, and calls go on", async () => {
  const conversation = await aConversation();
  const mine = await Promise.all(Array.from({ length: perAddress }, () => openFrom("203.0.113.9")));

  await conversation.goesOnThrough(async () => {
    const knocks = Array.from({ length: 200 }, () => openFrom("203.0.113.9"));
    const refusals = await Promise.allSettled(knocks);

    const reasons = refusals.map((one) => (one.status === "rejected" ? String(one.reason) : ""));
    expect(reasons.filter((reason) => !reason.includes("429"))).toHaveLength(0);
  });

  const others = await Promise.all([openFrom("203.0.113.10"), openFrom("2001:db8::1")]);
  await expect(openFrom("198.51.100.1, 203.0.113.9")).rejects.toThrow("429");
  for (const socket of [...mine, ...others]) {
    socket.close();
  }
});

test("[XS60] floods of frames, bytes, binary and pings are cut off, and calls go on", async () => {
  const conversation = await aConversation();
  const hangup = JSON.stringify({ type: "hangup", version: "1.6", payload: { callsid: "TJS1" } });
  const attacks: ((socket: RawSocket) => void)[] = [
    (socket) => socket.sendRaw(hangup),
    (socket) => socket.sendRaw(hangup.padEnd(16_000)),
    (socket) => socket.sendRaw(Buffer.alloc(200)),
    (socket) => socket.sendRaw("\n"),
    (socket) => socket.ping(),
  ];

  await conversation.goesOnThrough(async () => {
    const sockets = await Promise.all(
      attacks.map((_, index) => anAuthenticatedSocket(booted, `mallory-${index}`)),
    );
    for (const [index, attack] of attacks.entries()) {
      const [socket] = sockets.slice(index);
      for (let n = 0; n < 1_000 && socket !== undefined; n += 1) {
        attack(socket);
      }
    }
    const codes = await Promise.all(sockets.map((socket) => socket.closed));

    const [ofPings] = codes.splice(-1);
    expect(new Set(codes)).toEqual(new Set([policyViolation]));
    expect([policyViolation, abnormal]).toContain(ofPings);
  });
});

test("[XS60] sockets without a token keep nobody out, and calls go on", async () => {
  const conversation = await aConversation();

  await conversation.goesOnThrough(async () => {
    const silent = [];
    for (let n = 0; n < 5 * unauthenticatedLimit; n += 1) {
      silent.push(await RawSocket.open(booted.exchange.signalUrl));
    }
    const carla = await booted.device("carla");

    const oldest = silent.slice(0, 4 * unauthenticatedLimit).map((socket) => socket.closed);
    expect(new Set(await Promise.all(oldest))).toEqual(new Set([policyViolation]));
    await expect((await carla.connect()).waitFor("accept")).resolves.toBeDefined();
    for (const socket of silent) {
      socket.close();
    }
  });
});

test("[XS29] [XS60] who is refused cannot keep their half of the connection", async () => {
  const { hostname, port } = new URL(booted.exchange.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.write(
    "GET /signal HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
  );
  let answer = "";
  socket.on("data", (bytes: Buffer) => (answer += bytes.toString()));
  await new Promise((resolve) => socket.once("end", resolve));

  const failed = new Promise((resolve) => socket.once("error", resolve));
  const knocking = setInterval(() => socket.write("x"), 20);
  await failed;
  clearInterval(knocking);

  expect(answer).toContain("403 Forbidden");
  socket.destroy();
});
