import { expect, test } from "vitest";

import { parseRtp } from "@linedesk/audio";
import { L24_PAYLOAD_TYPE, PACKET_FRAMES, readL24, writeL24Packet } from "./l24.ts";
import { PacketOrder } from "./receive-stream.ts";

/** Every sample says the packet that it came in. */
function aPacket(sequence: number, ssrc = 7): Uint8Array {
  const samples = new Float32Array(PACKET_FRAMES).fill(sequence / 1024);
  return writeL24Packet(samples, { sequence, timestamp: sequence * PACKET_FRAMES, ssrc });
}

/** The packets whose samples came out, in order; 0 is silence. */
function receive(packets: Uint8Array[]): number[] {
  const received: number[] = [];
  const order = new PacketOrder({ channels: 1, channel: 0 }, (samples) => {
    for (let at = 0; at < samples.length; at += PACKET_FRAMES) {
      received.push((samples[at] ?? 0) * 1024);
    }
  });
  for (const packet of packets) {
    order.take(packet);
  }
  return received;
}

test("[AS53] a lost packet is silence, and a late or double one is nothing", () => {
  const packets = [1, 2, 4, 3, 4, 5].map((sequence) => aPacket(sequence));

  expect(receive(packets)).toEqual([1, 2, 0, 4, 5]);
  expect(receive([aPacket(1), aPacket(2, 8), aPacket(900, 8), aPacket(901, 8)])).toEqual([
    1, 2, 900, 901,
  ]);
  expect(receive([Uint8Array.of(1, 2, 3), aPacket(1)])).toEqual([1]);
});

test("[AS53] one channel of several is taken", () => {
  const payload = Uint8Array.of(0x40, 0, 0, 0xc0, 0, 0, 0x20, 0, 0, 0x80, 0, 0);

  expect([...readL24(payload, { channels: 2, channel: 0 })]).toEqual([0.5, 0.25]);
  expect([...readL24(payload, { channels: 2, channel: 1 })]).toEqual([-0.5, -1]);
});

test("[AS51] a packet is RTP with 48 samples of 24 bits; what is too loud is cut off", () => {
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
