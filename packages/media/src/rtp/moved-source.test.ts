import type { Socket } from "node:dgram";

import { afterEach, describe, expect, test, vi } from "vitest";

import {
  aPort,
  aSource,
  closePorts,
  polling,
  receiverOf,
  routerHost,
} from "../testing/port-bench.ts";

afterEach(closePorts);

describe("a far end that moves to another port", () => {
  const second = 50;

  interface Change {
    ssrc?: number;
    payloadType?: number;
    isReceived?: boolean;
  }

  /** Sends whole packets of one stream. */
  async function aMovingPort(natHost: string | null = null) {
    const { port, received, signal, signalled } = await aPort(natHost);
    let sent = 0;
    async function say(from: Socket, change: Change = {}): Promise<void> {
      const { ssrc = 7, isReceived = true, payloadType = 0 } = change;
      const packet = Buffer.alloc(172);
      packet[0] = 0x80;
      packet[1] = payloadType;
      packet[2] = sent += 1;
      packet.writeUInt32BE(ssrc, 8);
      from.send(packet, port.endpoint.port, "127.0.0.1");
      const last = packet[2];
      await (isReceived && vi.waitFor(() => expect(received.at(-1)).toBe(last), polling));
    }
    function wait(ticks: number): void {
      for (let tick = 0; tick < ticks; tick += 1) {
        port.tick();
      }
    }
    /** Sends packets that may be dropped, and then waits until a packet of `from` has arrived. */
    async function offer(from: Socket, count: number, change: Change = {}): Promise<void> {
      for (let packet = 0; packet < count; packet += 1) {
        await say(from, { ...change, isReceived: false });
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

  test("[XI10] does not follow another host or another stream, and moves only after a second of silence", async () => {
    const { port, received, signal, signalled, say, offer, wait } = await aMovingPort();
    const [otherHost, beside] = [await aSource("127.0.0.2"), await aSource("127.0.0.1")];
    signal(signalled);
    await say(signalled);

    wait(second - 1);
    await offer(beside, 8);
    await say(signalled);
    wait(second);
    await offer(otherHost, 8);
    await offer(beside, 8, { ssrc: 99 });
    await say(signalled);

    expect(received).toHaveLength(3);
    const receiver = await receiverOf((bytes) => port.send(bytes), [otherHost, beside, signalled]);
    expect(receiver).toBe(signalled);
  });

  test("[XI10] does not follow unexpected packets, such as forged packets of an encrypted leg", async () => {
    const { received, signal, signalled, say, offer, wait } = await aMovingPort();
    const forger = await aSource("127.0.0.1");
    signal(signalled);
    await say(signalled);

    wait(second);
    await offer(forger, 20, { payloadType: 77 });
    await say(signalled);

    expect(received).toHaveLength(2);
  });

  test("[XI10] does not follow two senders of one host, neither of which sends five packets in a row", async () => {
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
