import { expect, test } from "vitest";

import { sine, toneShare } from "@linedesk/audio";
import { OpusDecoder, OpusLibrary } from "@linedesk/media";
import { BLOCK_FRAMES, SAMPLE_RATE } from "../sound/block.ts";
import { CallSender, type SentFormat, type SentPacket } from "./call-sender.ts";

const BLOCKS = 100;
const opus = await OpusLibrary.load();
/** The configurations of CELT are the last ones (RFC 6716 section 3.1). */
const FIRST_CELT_TOC = 16 << 3;

function send(format: Partial<SentFormat>, samples: Int16Array): SentPacket[][] {
  const sent: SentPacket[] = [];
  const whole: SentFormat = { codec: "opus", packetMs: 10, parameters: "", ...format };
  const sender = new CallSender(whole, opus, (packet) => sent.push(packet));
  const byBlock = Array.from({ length: BLOCKS }, (_, block) => {
    sender.push(samples.subarray(block * BLOCK_FRAMES, (block + 1) * BLOCK_FRAMES));
    return sent.splice(0);
  });
  sender.close();
  return byBlock;
}

const tone = sine({
  frequenciesHz: [600],
  durationMs: 1000,
  amplitude: 0.3,
  sampleRate: SAMPLE_RATE,
});

test.each([
  ["opus", 10, 1, 480],
  ["opus", 20, 2, 960],
  ["PCMU", 10, 1, 80],
  ["PCMU", 20, 2, 160],
] as const)(
  "[AS117] %s in packets of %i ms is sent after each block or after each second block",
  (codec, packetMs, blocks, steps) => {
    const sent = send({ codec, packetMs }, tone);

    const packets = sent.flat();
    // At the lower rate the filter delays one packet.
    expect(packets.length).toBeGreaterThanOrEqual(BLOCKS / blocks - 1);
    expect(Math.max(...sent.map(({ length }) => length))).toBe(1);
    for (const [i, { sequence, timestamp }] of packets.slice(1).entries()) {
      expect((sequence - (packets[i]?.sequence ?? 0)) & 0xffff).toBe(1);
      expect((timestamp - (packets[i]?.timestamp ?? 0)) >>> 0).toBe(steps);
    }
  },
);

test("[AS117] the encoder looks ahead 2.5 ms, so a click is less than 4 ms late, and a decoded tone is the sent tone", () => {
  if (opus === null) {
    throw new Error("This machine has no Opus.");
  }
  const click = new Int16Array(BLOCKS * BLOCK_FRAMES);
  const clickAt = 50 * BLOCK_FRAMES;
  click.fill(20_000, clickAt, clickAt + 20);
  const decoder = new OpusDecoder(opus);
  function decode(samples: Int16Array): Int16Array {
    const out = new Int16Array(BLOCKS * BLOCK_FRAMES);
    let at = 0;
    for (const { payload } of send({}, samples).flat()) {
      expect(payload[0]).toBeGreaterThanOrEqual(FIRST_CELT_TOC);
      at += decoder.decode(payload, 0, payload.length, out.subarray(at));
    }
    return out;
  }

  const decoded = decode(click);
  const loudest = decoded.indexOf(decoded.reduce((most, one) => Math.max(most, one), 0));
  expect(((loudest - clickAt) * 1000) / SAMPLE_RATE).toBeLessThan(4);
  expect(toneShare(decode(tone).subarray(SAMPLE_RATE / 10), 600, SAMPLE_RATE)).toBeGreaterThan(
    0.95,
  );
  decoder.close();
});

test("[AS117] the bit rate is what the far end requests, or 64 kbit/s", () => {
  function bytes(parameters: string): number {
    return send({ parameters }, tone)
      .flat()
      .reduce((sum, { payload }) => sum + payload.length, 0);
  }

  expect(bytes("")).toBeGreaterThan(7_000);
  expect(bytes("")).toBeLessThan(9_000);
  expect(bytes("minptime=10;maxaveragebitrate=20000")).toBeLessThan(3_500);
});
