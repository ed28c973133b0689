import { createSocket } from "node:dgram";

import { expect, test } from "vitest";

import { parseRtp } from "@linedesk/audio";
import { findFreePort } from "@linedesk/base";
import { FakeClock } from "@linedesk/base/testing";
import { L24_PAYLOAD_TYPE, PACKET_FRAMES, readL24, writeL24Packet } from "./l24.ts";
import { PacketOrder, receiveStream } from "./receive-stream.ts";

function aPacket(sequence: number, ssrc = 7): Uint8Array {
  const samples = new Float32Array(PACKET_FRAMES).fill(sequence / 1024);
  return writeL24Packet(samples, { sequence, timestamp: sequence * PACKET_FRAMES, ssrc });
}

const studio = "192.0.2.20";

interface Arrival {
  packet: Uint8Array;
  from?: string;
  pauseMs?: number;
}

/** Returns the packets in the order of their output; 0 is silence. */
function receive(arrivals: (Uint8Array | Arrival)[], source: string | null = null): number[] {
  const received: number[] = [];
  const order = new PacketOrder({ channels: 1, channel: 0, source }, (samples) => {
    for (let at = 0; at < samples.length; at += PACKET_FRAMES) {
      received.push((samples[at] ?? 0) * 1024);
    }
  });
  let nowMs = 0;
  for (const arrival of arrivals) {
    const {
      packet,
      from = studio,
      pauseMs = 1,
    } = arrival instanceof Uint8Array ? { packet: arrival } : arrival;
    nowMs += pauseMs;
    order.take(packet, { from, nowMs });
  }
  return received;
}

test("[AS53] a lost packet becomes silence, and a late or duplicate packet is dropped", () => {
  const packets = [1, 2, 4, 3, 4, 5].map((sequence) => aPacket(sequence));

  expect(receive(packets)).toEqual([1, 2, 0, 4, 5]);
  const next = { packet: aPacket(2, 8), pauseMs: 100 };
  expect(receive([aPacket(1), next, aPacket(900, 8), aPacket(901, 8)])).toEqual([1, 2, 900, 901]);
  expect(receive([Uint8Array.of(1, 2, 3), aPacket(1)])).toEqual([1]);
});

test("[AS53] packets are accepted from one sender, and those of other addresses or payload types are dropped", () => {
  const other = (sequence: number) => aPacket(sequence, 8);
  expect(receive([aPacket(1), other(500), aPacket(2), other(501), aPacket(3)])).toEqual([1, 2, 3]);
  const late = { packet: other(502), pauseMs: 99 };
  expect(receive([aPacket(1), late, aPacket(2)])).toEqual([1, 2]);

  const stray = { packet: aPacket(1), from: "192.0.2.66" };
  expect(receive([stray, { packet: aPacket(5), pauseMs: 200 }], studio)).toEqual([5]);

  const music = aPacket(2);
  music[1] = 10;
  const cut = aPacket(2).subarray(0, -1);
  const empty = aPacket(2).subarray(0, 12);
  const later = [music, cut, empty].map((packet) => ({ packet, pauseMs: 200 }));
  expect(receive(later)).toEqual([]);
  expect(receive([aPacket(1), music, cut, empty, aPacket(2)])).toEqual([1, 2]);
});

test("[AS99] the line has a fault while no stream arrives", async () => {
  const clock = new FakeClock();
  const faults: (string | null)[] = [];
  const port = await findFreePort();
  const options = { address: "127.0.0.1", interface: "127.0.0.1", source: null };
  const handlers = {
    onInput: () => undefined,
    onLost: () => undefined,
    onFault: (fault: string | null) => void faults.push(fault),
  };
  const stop = await receiveStream(
    { ...options, port, channels: 1, channel: 0 },
    { handlers, clock },
  );
  const sender = createSocket("udp4");
  const none = `No AES67 stream arrives at 127.0.0.1:${port}.`;

  await clock.advance(999);
  expect(faults).toEqual([]);
  await clock.advance(1);
  expect(faults).toEqual([none]);
  sender.send(aPacket(1), port, "127.0.0.1");
  await expect.poll(() => faults).toEqual([none, null]);
  await clock.advance(2_000);
  expect(faults).toEqual([none, null, none]);

  stop();
  sender.close();
  await clock.advance(60_000);
  expect(faults).toHaveLength(3);
});

test("[AS53] a line receives one channel of a stream with several channels", () => {
  const payload = Uint8Array.of(0x40, 0, 0, 0xc0, 0, 0, 0x20, 0, 0, 0x80, 0, 0);

  expect([...readL24(payload, { channels: 2, channel: 0 })]).toEqual([0.5, 0.25]);
  expect([...readL24(payload, { channels: 2, channel: 1 })]).toEqual([-0.5, -1]);
});

test("[AS51] a packet is RTP with 48 samples of 24 bits, and samples beyond full scale are clipped", () => {
  const samples = new Float32Array(PACKET_FRAMES);
  samples.set([0.5, -0.5, 2, -2, 1 / 0x80_0000]);

  const packet = writeL24Packet(samples, { sequence: 3, timestamp: 144, ssrc: 9 });

  expect(packet).toHaveLength(12 + 144);
  expect(parseRtp(packet)).toMatchObject({
    payloadType: L24_PAYLOAD_TYPE,
    sequence: 3,
    timestamp: 144,
    ssrc: 9,
  });
  const back = readL24(packet.subarray(12), { channels: 1, channel: 0 });
  const loudest = 1 - 1 / 0x80_0000;
  expect([...back.subarray(0, 5)]).toEqual([0.5, -0.5, loudest, -1, 1 / 0x80_0000]);
});
