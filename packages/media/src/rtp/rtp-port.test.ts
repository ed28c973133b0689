import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

import { afterEach, describe, expect, test, vi } from "vitest";

import { openRtpPort } from "./rtp-port.ts";
import { UnheardHosts } from "./unheard-hosts.ts";

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

async function aPort(
  natHost: string | null = null,
  bindAddress = "127.0.0.1",
  unheardHosts = new UnheardHosts(() => 0),
) {
  const received: number[] = [];
  const events = {
    isExpected: (bytes: Uint8Array) => bytes[1] === 0,
    onRtp: (bytes: Uint8Array) => {
      received.push(bytes[2] ?? 0);
      return true;
    },
    onRtcp: () => undefined,
  };
  const port = await openRtpPort({ bindAddress, portRange: null, unheardHosts }, events);
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
      port.connect({ address: at.address().address, port: at.address().port }, { natHost: host }),
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

async function aCountedPort(unheardHosts?: UnheardHosts) {
  const { port, signalled, signal, settle } = await aPort(null, "127.0.0.1", unheardHosts);
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
    port.limitUnheard("none");
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

  port.limitUnheard("call");
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
    port.limitUnheard("call");
    await send(100);
    sent += await countAt(elsewhere);
    moveTo(signalled);
    await settle(signalled, fromSignalled);
  }

  expect(sent).toBe(250);
});

test("[XI144] all ports together send a host that is not heard at most 50 packets a minute", async () => {
  let nowMs = 0;
  const unheardHosts = new UnheardHosts(() => nowMs);
  const ports = [await aCountedPort(unheardHosts), await aCountedPort(unheardHosts)];
  async function sendAll(): Promise<number[]> {
    const counts: number[] = [];
    for (const { port, signalled, send, countAt } of ports) {
      port.limitUnheard("host");
      await send(40);
      counts.push(await countAt(signalled));
    }
    return counts;
  }

  expect(await sendAll()).toEqual([40, 10]);
  nowMs = 59_000;
  expect(await sendAll()).toEqual([0, 0]);
  nowMs = 61_000;
  expect(await sendAll()).toEqual([40, 10]);
});

test("[XI144] a host that is heard gets packets without a limit", async () => {
  const { port, signalled, settle, send, countAt } = await aCountedPort();
  port.limitUnheard("host");
  await settle(signalled, fromSignalled);

  await send(100);

  expect(await countAt(signalled)).toBe(100);
});

describe("a far end that moves to another port", () => {
  const second = 50;

  interface Said {
    ssrc?: number;
    payloadType?: number;
    isHeard?: boolean;
  }

  /** Sends whole packets of one stream. */
  async function aMovingPort(natHost: string | null = null) {
    const { port, received, signal, signalled } = await aPort(natHost);
    let sent = 0;
    async function say(from: Socket, said: Said = {}): Promise<void> {
      const { ssrc = 7, isHeard = true, payloadType = 0 } = said;
      const packet = Buffer.alloc(172);
      packet[0] = 0x80;
      packet[1] = payloadType;
      packet[2] = sent += 1;
      packet.writeUInt32BE(ssrc, 8);
      from.send(packet, port.endpoint.port, "127.0.0.1");
      const last = packet[2];
      await (isHeard && vi.waitFor(() => expect(received.at(-1)).toBe(last), polling));
    }
    function wait(ticks: number): void {
      for (let tick = 0; tick < ticks; tick += 1) {
        port.tick();
      }
    }
    /** Sends what may be dropped, and then waits until a packet of `from` has arrived. */
    async function offer(from: Socket, count: number, change: Said = {}): Promise<void> {
      for (let packet = 0; packet < count; packet += 1) {
        await say(from, { ...change, isHeard: false });
      }
    }
    return { port, received, signal, signalled, say, offer, wait };
  }

  test("[XI10] is heard there after five packets of its stream, and gets its packets there", async () => {
    const { port, received, signal, signalled, say, offer, wait } = await aMovingPort();
    const moved = await aSource("127.0.0.1");
    signal(signalled);
    await say(signalled);

    wait(second);
    await offer(moved, 4);
    await say(moved);
    const receiver = await receiverOf((bytes) => port.send(bytes), [moved, signalled]);

    expect(received).toHaveLength(2);
    expect(receiver).toBe(moved);
    await say(signalled);
    expect(await receiverOf((bytes) => port.send(bytes), [moved, signalled])).toBe(signalled);
  });

  test("[XI10] behind NAT is heard at the router's new port", async () => {
    const { port, received, signal, signalled, say, offer, wait } = await aMovingPort(routerHost);
    const [router, moved] = [await aSource(routerHost), await aSource(routerHost)];
    signal(signalled);
    await say(router);

    wait(second);
    await offer(moved, 4);
    await say(moved);

    expect(received).toHaveLength(2);
    const receiver = await receiverOf((bytes) => port.send(bytes), [router, moved, signalled]);
    expect(receiver).toBe(moved);
  });

  test("[XI10] moves to no other host, no other stream, and not before a second of silence", async () => {
    const { port, received, signal, signalled, say, offer, wait } = await aMovingPort();
    const [stranger, beside] = [await aSource("127.0.0.2"), await aSource("127.0.0.1")];
    signal(signalled);
    await say(signalled);

    wait(second - 1);
    await offer(beside, 8);
    await say(signalled);
    wait(second);
    await offer(stranger, 8);
    await offer(beside, 8, { ssrc: 99 });
    await say(signalled);

    expect(received).toHaveLength(3);
    const receiver = await receiverOf((bytes) => port.send(bytes), [stranger, beside, signalled]);
    expect(receiver).toBe(signalled);
  });

  test("[XI10] follows no packets that are not expected, such as forged ones of an encrypted leg", async () => {
    const { received, signal, signalled, say, offer, wait } = await aMovingPort();
    const forger = await aSource("127.0.0.1");
    signal(signalled);
    await say(signalled);

    wait(second);
    await offer(forger, 20, { payloadType: 77 });
    await say(signalled);

    expect(received).toHaveLength(2);
  });

  test("[XI10] two senders of one host, neither with five packets in a row, change nothing", async () => {
    const { received, signal, signalled, say, offer, wait } = await aMovingPort();
    const [one, other] = [await aSource("127.0.0.1"), await aSource("127.0.0.1")];
    signal(signalled);
    await say(signalled);

    wait(second);
    for (let turn = 0; turn < 6; turn += 1) {
      await offer(one, 1);
      await offer(other, 1);
    }
    await say(signalled);

    expect(received).toHaveLength(2);
  });
});

describe("[XI143] reports", () => {
  test("go to the port and address of a=rtcp, and without it to the port above the audio", async () => {
    const { port, signalled, settle } = await aPort();
    const [named, elsewhere] = [await aSource("127.0.0.1"), await aSource("127.0.0.2")];
    const at = signalled.address();
    async function reportTo(far: Socket): Promise<Socket> {
      const rtcp = far.address();
      port.connect(at, { rtcp });
      await settle(signalled, fromSignalled);
      return receiverOf((bytes) => port.sendControl(bytes), [named, elsewhere]);
    }

    expect(await reportTo(named)).toBe(named);
    expect(await reportTo(elsewhere)).toBe(elsewhere);
  });
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
  port.connect({ address: "0.0.0.0", port: 4000 }, { natHost: "127.0.0.1" });
  say(other, fromOther);
  signal(signalled);
  await settle(signalled, fromSignalled);

  port.connect({ address: "0.0.0.0", port: 4000 }, { natHost: "127.0.0.1" });
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
