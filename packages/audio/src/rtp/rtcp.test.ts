import fc from "fast-check";
import { expect, test } from "vitest";

import { AudioFormatError } from "../audio-format-error.ts";
import { Reception } from "./reception.ts";
import { buildRtcp, parseRtcp } from "./rtcp.ts";

const uint32 = fc.nat(0xffffffff);
const block = fc.record({
  ssrc: uint32,
  fractionLost: fc.nat(255),
  cumulativeLost: fc.integer({ min: -0x800000, max: 0x7fffff }),
  highestSequence: uint32,
  jitter: uint32,
  lastSenderReport: uint32,
  delaySinceLast: uint32,
});
const sender = fc.record({
  ntpSeconds: uint32,
  ntpFraction: uint32,
  rtpTimestamp: uint32,
  packets: uint32,
  octets: uint32,
});

test("a built report is parsed again", () => {
  const report = fc.record({
    ssrc: uint32,
    cname: fc.string({ maxLength: 40 }),
    sender: fc.option(sender),
    blocks: fc.array(block, { maxLength: 5 }),
    bye: fc.boolean(),
  });
  fc.assert(
    fc.property(report, (wanted) => {
      const [first, second] = parseRtcp(buildRtcp(wanted));
      const { ssrc, blocks } = wanted;
      expect(first).toEqual(
        wanted.sender
          ? { type: "sender", ssrc, sender: wanted.sender, blocks }
          : { type: "receiver", ssrc, blocks },
      );
      expect(second).toEqual(wanted.bye ? { type: "bye", ssrcs: [ssrc] } : undefined);
    }),
  );
});

test("random bytes give AudioFormatError or reports", () => {
  const good = buildRtcp({ ssrc: 1, cname: "x", sender: null, blocks: [], bye: true });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat(40), (noise, length) => {
      for (const bytes of [noise, Uint8Array.from([...good.subarray(0, length), ...noise])]) {
        try {
          expect(Array.isArray(parseRtcp(bytes))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(AudioFormatError);
        }
      }
    }),
    { numRuns: 5000 },
  );
});

function packet(sequence: number, ssrc = 7) {
  return {
    payloadType: 0,
    marker: false,
    sequence: sequence & 0xffff,
    timestamp: (sequence * 160) >>> 0,
    ssrc,
    payloadStart: 12,
    payloadLength: 160,
  };
}

test("loss and jitter are counted as in RFC 3550, over the sequence's wrap-around", () => {
  const reception = new Reception(8000);
  for (let i = 65_530; i < 65_630; i += 1) {
    if (i % 10 !== 3) {
      reception.count(packet(i), i * 20 + (i % 2) * 8);
    }
  }

  expect(reception.lost).toBe(10);
  expect(reception.jitterMs).toBeGreaterThan(5);
  expect(reception.jitterMs).toBeLessThan(9);
  const report = reception.report({ senderReport: 0, delay: 0 });
  expect(report).toMatchObject({ ssrc: 7, cumulativeLost: 10, fractionLost: 25 });
  expect(report?.highestSequence).toBe(65_629);
  expect(reception.report({ senderReport: 0, delay: 0 })?.fractionLost).toBe(0);
});

test("a new source is counted from its own first packet", () => {
  const reception = new Reception(8000);
  reception.count(packet(1), 0);
  reception.count(packet(40_000, 8), 20);

  expect(reception.lost).toBe(0);
  expect(reception.packets).toBe(1);
});
