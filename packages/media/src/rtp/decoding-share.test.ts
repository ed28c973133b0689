import { randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { writeRtpHeader, type AudioCodec } from "@linedesk/audio";
import type { AudioDecoder } from "../codecs/codec-facts.ts";
import { Codecs } from "../codecs/codecs.ts";
import { opusDurationMs } from "../codecs/opus-decoder.ts";
import { OpusLibrary } from "../codecs/opus.ts";
import { IncomingStream } from "./incoming-stream.ts";

const library = await OpusLibrary.load();

class CountingCodecs extends Codecs {
  decodedMs = 0;

  override openDecoder(codec: AudioCodec): AudioDecoder {
    const decoder = super.openDecoder(codec);
    const decode = decoder.decode.bind(decoder);
    decoder.decode = (bytes, from, length, out) => {
      this.decodedMs += decoder.durationMs(bytes, from, length);
      return decode(bytes, from, length, out);
    };
    return decoder;
  }
}

/** Returns six frames of 20 ms with arbitrary content. */
function costly() {
  return Buffer.concat([Buffer.from([(9 << 3) | 3, 6]), randomBytes(600)]);
}

function aStream(codec: AudioCodec, payload: () => Buffer, stepOfTimestamp: number) {
  const codecs = new CountingCodecs(library);
  const stream = new IncomingStream({ codec, payloadType: 107, telephoneEvent: null }, codecs);
  let sequence = 0;
  function send(): void {
    const body = payload();
    const packet = new Uint8Array(12 + body.length);
    packet.set(body, 12);
    const timestamp = (sequence * stepOfTimestamp) >>> 0;
    const header = { payloadType: 107, marker: false, sequence: sequence & 0xffff, ssrc: 7 };
    writeRtpHeader(packet, { ...header, timestamp });
    sequence += 1;
    stream.receive(packet, { nowMs: 0, nextTickMs: 10 });
  }
  return { codecs, stream, send };
}

test.each([
  ["opus", costly, 5760],
  ["G722", () => Buffer.alloc(1600), 1600],
] as const)(
  "[XM77] one second of a flood of %s is decoded immediately, and the rest at most at twice real time",
  (codec, payload, step) => {
    const { codecs, stream, send } = aStream(codec, payload, step);

    for (let tick = 0; tick < 100; tick += 1) {
      for (let n = 0; n < 50; n += 1) {
        send();
      }
      stream.advance();
    }
    stream.close();

    expect(codecs.decodedMs).toBeGreaterThan(4000);
    expect(codecs.decodedMs).toBeLessThanOrEqual(1000 + 100 * 40);
    expect(stream.dropped).toBeGreaterThan(4900);
  },
);

test("[XM77] packets that a network delayed for a second are all heard", () => {
  const { codecs, stream, send } = aStream("G722", () => Buffer.alloc(160), 160);

  for (let n = 0; n < 50; n += 1) {
    send();
  }
  for (let tick = 0; tick < 100; tick += 1) {
    stream.advance();
    send();
  }

  expect(codecs.decodedMs).toBe(3000);
  expect(stream.dropped).toBe(0);
});

test.each([
  [1, 0, 20],
  [3, 0, 60],
  [12, 0, 10],
  [13, 1, 40],
  [16, 0, 2.5],
  [31, 2, 40],
])("[XM77] an Opus packet of configuration %i and code %i lasts %d ms", (config, code, ms) => {
  expect(opusDurationMs((config << 3) | code, 0)).toBe(ms);
});

test("[XM77] a packet with many frames states their number, and lasts at most 120 ms", () => {
  expect(opusDurationMs((31 << 3) | 3, 3)).toBe(60);
  expect(opusDurationMs((31 << 3) | 3, 63)).toBe(120);
  expect(opusDurationMs((31 << 3) | 3, 0)).toBe(20);
});
