import { expect, test } from "vitest";

import { sine, toneShare } from "@linedesk/audio";
import { FakeClock } from "@linedesk/base/testing";
import { OpusLibrary } from "@linedesk/media";
import { BLOCK_FRAMES, SAMPLE_RATE, toInt16 } from "../sound/block.ts";
import { CallReceiver } from "./call-receiver.ts";
import { CallSender, type SentPacket } from "./call-sender.ts";

const TONE_HZ = 600;
const PACKETS = 50;
const opus = await OpusLibrary.load();

function packetsOf(codec: "opus" | "PCMU"): SentPacket[] {
  const packets: SentPacket[] = [];
  const sender = new CallSender({ codec, packetMs: 20, parameters: "" }, opus, (packet) => {
    packets.push(packet);
  });
  const tone = { frequenciesHz: [TONE_HZ], amplitude: 0.3, sampleRate: SAMPLE_RATE };
  const samples = sine({ ...tone, durationMs: 20 * (PACKETS + 1) });
  for (let at = 0; at + BLOCK_FRAMES <= samples.length; at += BLOCK_FRAMES) {
    sender.push(samples.subarray(at, at + BLOCK_FRAMES));
  }
  sender.close();
  return packets.slice(0, PACKETS);
}

function aCall(codec: "opus" | "PCMU") {
  const clock = new FakeClock();
  const taken: Float32Array[] = [];
  const seen = { concealed: 0, extraMs: 0, lateMs: 0 };
  const receiver = new CallReceiver(clock, opus, {
    takeFromCall(samples, lateMs) {
      taken.push(samples.slice());
      seen.lateMs = lateMs;
    },
    concealLate: (frames) => void (seen.concealed += frames),
    setMargin: (ms) => void (seen.extraMs = ms),
  });
  function receive({ sequence, timestamp, payload }: SentPacket, ssrc = 7): void {
    receiver.receive({ codec, ssrc, sequence, timestamp, payload });
  }
  function sound(): Int16Array {
    const all = Float32Array.from(taken.flatMap((block) => [...block]));
    return toInt16(all, new Int16Array(all.length));
  }
  return { clock, receiver, receive, sound, taken, seen };
}

test.each(["opus", "PCMU"] as const)(
  "[AS121] each packet of %s is decoded as soon as it arrives",
  async (codec) => {
    const { clock, receive, sound, taken, seen } = aCall(codec);

    for (const [i, packet] of packetsOf(codec).entries()) {
      receive(packet);
      expect(taken).toHaveLength(i + 1);
      await clock.advance(20);
    }

    expect(sound().length).toBeGreaterThan(0.99 * SAMPLE_RATE);
    expect(toneShare(sound().subarray(SAMPLE_RATE / 10), TONE_HZ, SAMPLE_RATE)).toBeGreaterThan(
      0.95,
    );
    expect(seen).toEqual({ concealed: 0, extraMs: 0, lateMs: 0 });
  },
);

test("[AS121] reordered packets are put in order, and a duplicate packet is dropped", async () => {
  const { clock, receive, receiver, sound } = aCall("opus");
  const packets = packetsOf("opus");
  const straight = aCall("opus");

  for (let i = 0; i < PACKETS; i += 2) {
    for (const packet of [packets[i + 1], packets[i], packets[i]]) {
      if (packet !== undefined) {
        receive(packet);
      }
    }
    await clock.advance(40);
  }
  // The receiver cannot know that its first packet arrived too early, so it drops the preceding
  // packet, which arrives later.
  for (const packet of packets.slice(1)) {
    straight.receive(packet);
  }

  expect(receiver.concealed).toBe(0);
  expect(sound()).toEqual(straight.sound());
});

test("[AS121] a lost packet is concealed when the sound before it has been played", async () => {
  const { clock, receive, receiver, sound, taken } = aCall("opus");
  for (const [i, packet] of packetsOf("opus").entries()) {
    if (i !== 30) {
      receive(packet);
    }
    if (i === 31) {
      expect(taken).toHaveLength(30);
      receiver.endWait();
      expect(taken).toHaveLength(32);
    }
    await clock.advance(20);
  }

  expect(receiver.concealed).toBe(1);
  expect(sound().length).toBe(SAMPLE_RATE);
  const around = sound().subarray(SAMPLE_RATE * 0.55, SAMPLE_RATE * 0.7);
  expect(toneShare(around, TONE_HZ, SAMPLE_RATE)).toBeGreaterThan(0.8);
});

test("[AS121] a packet whose gap is already concealed is dropped and not concealed again", () => {
  const { receive, receiver, taken } = aCall("opus");
  const packets = packetsOf("opus");
  for (const packet of packets.slice(0, 30)) {
    receive(packet);
  }

  receiver.noteConcealed(2 * BLOCK_FRAMES);
  for (const packet of packets.slice(31, 33)) {
    receive(packet);
  }
  receiver.endWait();
  expect(taken).toHaveLength(32);
  packets.slice(30, 31).forEach((packet) => receive(packet));

  expect(taken).toHaveLength(32);
});

test("[AS121] a lost PCMU packet is concealed from the sound before it", () => {
  const { receive, receiver, seen } = aCall("PCMU");
  for (const [i, packet] of packetsOf("PCMU").entries()) {
    if (i !== 30) {
      receive(packet);
    }
    receiver.endWait();
  }

  expect(seen.concealed).toBe(2 * BLOCK_FRAMES);
});

test("[AS121] invalid packets are dropped, and a new stream restarts the receiver", () => {
  const { receive, sound, taken } = aCall("opus");
  const [first, ...rest] = packetsOf("opus");
  if (first === undefined) {
    throw new Error("there are packets");
  }
  receive({ ...first, payload: Buffer.alloc(0) });
  receive({ ...first, payload: Buffer.alloc(2_000) });
  receive({ ...first, payload: Buffer.from([0xff, 0xff, 0xff]) });
  expect(taken).toHaveLength(0);

  receive(first, 8);
  for (const packet of rest) {
    receive({ ...packet, timestamp: (packet.timestamp + 0x7fffffff) >>> 0 }, 9);
  }
  expect(sound().length).toBe(SAMPLE_RATE);
});
