import fc from "fast-check";
import { expect, test } from "vitest";

import { AudioFormatError } from "../audio-format-error.ts";
import {
  emptyRtpPacket,
  isRtcp,
  parseRtp,
  readRtp,
  sequenceDistance,
  timestampDistance,
  writeRtpHeader,
} from "./rtp.ts";

test("a written header is read again", () => {
  const header = fc.record({
    payloadType: fc.nat(127),
    marker: fc.boolean(),
    sequence: fc.nat(0xffff),
    timestamp: fc.nat(0xffffffff),
    ssrc: fc.nat(0xffffffff),
  });
  fc.assert(
    fc.property(header, fc.nat(500), (fields, payloadLength) => {
      const bytes = new Uint8Array(12 + payloadLength);
      writeRtpHeader(bytes, fields);
      expect(parseRtp(bytes)).toEqual({ ...fields, payloadStart: 12, payloadLength });
    }),
  );
});

test("contributing sources, extension and padding are skipped", () => {
  const bytes = new Uint8Array(12 + 4 + 8 + 3 + 2);
  writeRtpHeader(bytes, { payloadType: 0, marker: false, sequence: 1, timestamp: 2, ssrc: 3 });
  bytes[0] = 0x80 | 0x20 | 0x10 | 1;
  bytes[19] = 1;
  bytes[bytes.length - 1] = 2;

  expect(parseRtp(bytes)).toMatchObject({ payloadStart: 24, payloadLength: 3 });
});

test("random bytes are refused, or their payload ends within the packet", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.boolean(), (bytes, isVersion2) => {
      if (isVersion2 && bytes.length > 0) {
        bytes[0] = 0x80 | ((bytes[0] ?? 0) & 0x3f);
      }
      const packet = emptyRtpPacket();
      const isGood = readRtp(bytes, packet);
      if (isGood) {
        expect(packet.payloadLength).toBeGreaterThanOrEqual(0);
        expect(packet.payloadStart + packet.payloadLength).toBeLessThanOrEqual(bytes.length);
      } else {
        expect(() => parseRtp(bytes)).toThrow(AudioFormatError);
      }
    }),
    { numRuns: 5000 },
  );
});

test("distances count over the wrap-around", () => {
  expect(sequenceDistance(3, 65_534)).toBe(5);
  expect(sequenceDistance(65_534, 3)).toBe(-5);
  expect(timestampDistance(160, 0xffffff60)).toBe(320);
});

test("RTCP is distinguished from RTP on one socket", () => {
  const rtp = new Uint8Array(12);
  writeRtpHeader(rtp, { payloadType: 0, marker: true, sequence: 0, timestamp: 0, ssrc: 0 });

  expect(isRtcp(rtp)).toBe(false);
  expect(isRtcp(Uint8Array.of(0x80, 200, 0, 1, 0, 0, 0, 0))).toBe(true);
});
