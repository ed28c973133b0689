import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

import { afterEach, expect, test, vi } from "vitest";

import { openRtpPort } from "./rtp-port.ts";

const closing: { close(): void }[] = [];
const fromSignalled = 1;
const fromRouter = 2;
const fromOther = 3;
const routerHost = "127.0.0.2";
const polling = { timeout: 10_000, interval: 2 };

afterEach(() => {
  for (const one of closing.splice(0)) {
    one.close();
  }
});

async function aSource(host: string, family: "udp4" | "udp6" = "udp4"): Promise<Socket> {
  const socket = createSocket(family);
  socket.bind(0, host);
  await once(socket, "listening");
  closing.push(socket);
  return socket;
}

async function aPort(natHost: string | null = null, bindAddress = "127.0.0.1") {
  const received: number[] = [];
  const events = {
    isExpected: (bytes: Uint8Array) => bytes[1] === 0,
    onRtp: (bytes: Uint8Array) => void received.push(bytes[2] ?? 0),
    onRtcp: () => undefined,
  };
  const port = await openRtpPort({ bindAddress, portRange: null }, events);
  closing.push(port);
  const signalled = await aSource("127.0.0.1");
  function say(from: Socket, byte: number, payloadType = 0): void {
    from.send(Uint8Array.of(0x80, payloadType, byte), port.endpoint.port, "127.0.0.1");
  }
  const lastReceived = (byte: number) =>
    vi.waitFor(() => expect(received.at(-1)).toBe(byte), polling);
  return {
    port,
    received,
    signalled,
    signal: (at: Socket, host = natHost) =>
      port.connect({ address: at.address().address, port: at.address().port }, host),
    say,
    speak: () => say(signalled, fromSignalled),
    /** Sends a packet after all earlier ones, and waits until it arrives. */
    settle: async (from: Socket, byte: number) => {
      const before = received.length;
      say(from, byte);
      await vi.waitFor(() => expect(received.length).toBeGreaterThan(before), polling);
      await lastReceived(byte);
    },
  };
}

/** Returns the socket that receives the port's packets. */
async function receiverOf(send: (bytes: Uint8Array) => void, sockets: Socket[]): Promise<Socket> {
  const first = Promise.race(
    sockets.map(async (socket) => {
      await once(socket, "message");
      return socket;
    }),
  );
  send(Uint8Array.of(7));
  return first;
}

async function aCountedPort() {
  const { port, signalled, signal, settle } = await aPort();
  async function send(count: number): Promise<void> {
    for (let sent = 0; sent < count; sent += 1) {
      port.send(Uint8Array.of(7));
      // Pauses, so that the kernel does not drop packets of a large burst.
      await (sent % 10 === 0 && new Promise((resolve) => setImmediate(resolve)));
    }
  }
  /** Returns how many packets arrived before one that was sent after them. */
  async function countAt(far: Socket): Promise<number> {
    const received = receivedBy.get(far) ?? [];
    port.limitUnheard(false);
    port.send(Uint8Array.of(8));
    await vi.waitFor(() => expect(received.at(-1)).toBe(8), polling);
    return received.splice(0).filter((byte) => byte === 7).length;
  }
  const receivedBy = new Map<Socket, number[]>();
  function moveTo(far: Socket): void {
    if (!receivedBy.has(far)) {
      const received: number[] = [];
      far.on("message", (bytes) => void received.push(bytes[0] ?? 0));
      receivedBy.set(far, received);
    }
    signal(far);
  }
  moveTo(signalled);
  return { port, signalled, settle, send, countAt, moveTo };
}

test("[XI141] a limited far end gets 250 packets until it is heard", async () => {
  const { port, signalled, settle, send, countAt } = await aCountedPort();

  await send(300);
  expect(await countAt(signalled)).toBe(300);

  port.limitUnheard(true);
  await send(200);
  await settle(signalled, fromSignalled);
  await send(300);
  expect(await countAt(signalled)).toBe(500);
});

test("[XI141] the 250 packets count for all addresses that a far end names together", async () => {
  const { port, signalled, settle, send, countAt, moveTo } = await aCountedPort();
  const elsewhere = await aSource("127.0.0.1");
  let sent = 0;
  for (let turn = 0; turn < 4; turn += 1) {
    moveTo(elsewhere);
    port.limitUnheard(true);
    await send(100);
    sent += await countAt(elsewhere);
    moveTo(signalled);
    await settle(signalled, fromSignalled);
  }

  expect(sent).toBe(250);
});

test("[XI10] packets from another host are dropped, however long the far end is silent", async () => {
  const { port, received, settle, say, signal, signalled } = await aPort();
  const others = [await aSource("127.0.0.2"), await aSource("127.0.0.3")];
  signal(signalled);

  for (const other of others) {
    for (let i = 0; i < 20; i += 1) {
      say(other, fromOther);
    }
  }
  const receiver = await receiverOf((bytes) => port.send(bytes), [...others, signalled]);
  await settle(signalled, fromSignalled);

  expect(receiver).toBe(signalled);
  expect(received).toEqual([fromSignalled]);
});

test("[XI10] a telephone that sends from another port is heard, and gets packets at the signalled port", async () => {
  const { port, received, settle, say, signal, signalled } = await aPort();
  const [sending, third] = [await aSource("127.0.0.1"), await aSource("127.0.0.1")];
  signal(signalled);

  await settle(sending, fromRouter);
  say(third, fromOther);
  await settle(sending, fromRouter);
  const receiver = await receiverOf((bytes) => port.send(bytes), [sending, third, signalled]);
  await settle(signalled, fromSignalled);
  say(sending, fromRouter);
  await settle(signalled, fromSignalled);

  expect(receiver).toBe(signalled);
  expect(received).toEqual([fromRouter, fromRouter, fromSignalled, fromSignalled]);
});

test("[XI10] the signalled address, once heard, is never replaced", async () => {
  const { port, received, settle, say, signal, signalled } = await aPort(routerHost);
  const others = [await aSource(routerHost), await aSource("127.0.0.1")];
  signal(signalled);
  await settle(signalled, fromSignalled);

  for (const other of others) {
    say(other, fromOther);
  }
  await settle(signalled, fromSignalled);
  const receiver = await receiverOf((bytes) => port.send(bytes), [...others, signalled]);

  expect(received).toEqual([fromSignalled, fromSignalled]);
  expect(receiver).toBe(signalled);
});

test("[XI10] behind NAT the first port of the SIP source is used, and no second or third", async () => {
  const { port, received, settle, say, signal, signalled } = await aPort(routerHost);
  const router = await aSource(routerHost);
  const others = [await aSource(routerHost), await aSource("127.0.0.3")];
  signal(signalled);
  say(others[1] ?? router, fromOther);
  await settle(router, fromRouter);

  for (const other of others) {
    for (let i = 0; i < 20; i += 1) {
      say(other, fromOther);
    }
  }
  await settle(router, fromRouter);
  const receiver = await receiverOf((bytes) => port.send(bytes), [...others, router, signalled]);

  expect(received).toEqual([fromRouter, fromRouter]);
  expect(receiver).toBe(router);
});

test("[XI10] the signalled address replaces the SIP source whenever it first sends", async () => {
  const { port, received, settle, say, signal, signalled } = await aPort(routerHost);
  const router = await aSource(routerHost);
  signal(signalled);
  for (let i = 0; i < 200; i += 1) {
    await settle(router, fromRouter);
  }

  await settle(signalled, fromSignalled);
  say(router, fromRouter);
  await settle(signalled, fromSignalled);
  const receiver = await receiverOf((bytes) => port.send(bytes), [router, signalled]);

  expect(received.slice(200)).toEqual([fromSignalled, fromSignalled]);
  expect(receiver).toBe(signalled);
});

test("[XI10] packets of a payload type that was not negotiated change no address", async () => {
  const { received, settle, say, signal, signalled } = await aPort(routerHost);
  const others = [await aSource(routerHost), signalled];
  const router = await aSource(routerHost);
  signal(signalled);

  for (const other of others) {
    say(other, fromOther, 77);
  }
  await settle(router, fromRouter);

  expect(received).toEqual([fromRouter]);
});

test("[XI10] the same address in a session refresh admits no other sender", async () => {
  const { received, settle, say, signal, signalled } = await aPort(routerHost);
  const router = await aSource(routerHost);
  const second = await aSource(routerHost);
  signal(signalled);
  await settle(router, fromRouter);

  signal(signalled);
  say(second, fromOther);
  await settle(router, fromRouter);

  expect(received).toEqual([fromRouter, fromRouter]);
});

test("[XI10] a far end that moves is heard only from its new address", async () => {
  const { received, settle, say, signal, signalled } = await aPort();
  const moved = await aSource("127.0.0.2");
  signal(signalled);
  await settle(signalled, fromSignalled);

  signal(moved);
  say(signalled, fromOther);
  await settle(moved, fromRouter);

  expect(received).toEqual([fromSignalled, fromRouter]);
});

test("[XI10] a far end on hold with an address of zeros is heard from its earlier address", async () => {
  const { port, received, settle, say, signal, signalled } = await aPort();
  const other = await aSource("127.0.0.3");
  port.connect({ address: "0.0.0.0", port: 4000 }, "127.0.0.1");
  say(other, fromOther);
  signal(signalled);
  await settle(signalled, fromSignalled);

  port.connect({ address: "0.0.0.0", port: 4000 }, "127.0.0.1");
  say(other, fromOther);
  await settle(signalled, fromSignalled);

  expect(received).toEqual([fromSignalled, fromSignalled]);
});

test("[XI10] an IPv6 address is the same in each notation", async () => {
  const { port, received } = await aPort(null, "::1");
  const signalled = await aSource("::1", "udp6");
  port.connect({ address: "0:0:0:0:0:0:0:1", port: signalled.address().port });

  signalled.send(Uint8Array.of(0x80, 0, fromSignalled), port.endpoint.port, "::1");

  await vi.waitFor(() => expect(received).toEqual([fromSignalled]), polling);
});
