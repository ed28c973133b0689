import type { Socket } from "node:dgram";

import { afterEach, describe, expect, test, vi } from "vitest";

import {
  aPort,
  aSource,
  closePorts,
  fromOther,
  fromRouter,
  fromSignalled,
  polling,
  receiverOf,
  routerHost,
} from "../testing/port-bench.ts";
import { UnheardHosts } from "./unheard-hosts.ts";

afterEach(closePorts);

async function aCountedPort(unheardHosts?: UnheardHosts) {
  const { port, signalled, signal, settle } = await aPort(null, "127.0.0.1", unheardHosts);
  async function send(count: number): Promise<void> {
    for (let sent = 0; sent < count; sent += 1) {
      port.send(Uint8Array.of(7));
      // Pauses, so that the kernel does not drop packets of a large burst.
      await (sent % 10 === 0 && new Promise((resolve) => setImmediate(resolve)));
    }
  }
  /** Sends a last packet, and returns how many packets arrived before it. */
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

test("[XI141] the 250 packets count together for all addresses that a far end names", async () => {
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

test("[XI144] all ports together send at most 50 packets a minute to a host that has sent none", async () => {
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

test("[XI144] a host that has sent a packet gets packets without a limit", async () => {
  const { port, signalled, settle, send, countAt } = await aCountedPort();
  port.limitUnheard("host");
  await settle(signalled, fromSignalled);

  await send(100);

  expect(await countAt(signalled)).toBe(100);
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

test("[XI10] the signalled address, once heard, is not replaced by other senders", async () => {
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

test("[XI10] behind NAT the first port of the SIP source is used, and packets from other ports are dropped", async () => {
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

test("[XI10] the signalled address replaces the SIP source as soon as it sends, however late", async () => {
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

test("[XI10] packets with a payload type that was not negotiated do not change the address", async () => {
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

describe("[XI147] a port from before a restart", () => {
  test("is opened again, unless it is in use", async () => {
    const first = await aPort();
    const { port } = first.port.endpoint;

    await expect(aPort(null, "127.0.0.1", undefined, { port })).rejects.toMatchObject({
      code: "no_port",
    });
    first.port.close();
    await vi.waitFor(async () => {
      const again = await aPort(null, "127.0.0.1", undefined, { port });
      expect(again.port.endpoint.port).toBe(port);
    }, polling);
  });

  test("reports the address that the packets have shown, and sends there at once after the restart", async () => {
    const before = await aPort("127.0.0.2");
    const router = await aSource(routerHost);
    before.signal(before.signalled);
    await before.settle(router, fromRouter);
    const [learnt] = before.learnt;

    const after = await aPort("127.0.0.2");
    const { address, port } = before.signalled.address();
    after.port.connect({ address, port }, { natHost: "127.0.0.2", ...(learnt ? { learnt } : {}) });
    const target = await receiverOf((bytes) => after.port.send(bytes), [router, before.signalled]);

    expect(learnt).toEqual({ address: routerHost, port: router.address().port });
    expect(target).toBe(router);
  });
});
