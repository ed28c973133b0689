import { expect, test } from "vitest";

import { muLaw, RTP_HEADER_BYTES, toneAmplitude, writeRtpHeader } from "@linedesk/audio";
import { samplesOf } from "./listener-sound.ts";
import { ReceivedAudio } from "./received-audio.ts";

function packets(count: number, firstSequence = 0, ssrc = 1): Buffer[] {
  const next = samplesOf(1000);
  return Array.from({ length: count }, (_, index) => {
    const packet = Buffer.alloc(RTP_HEADER_BYTES + 160);
    const sequence = firstSequence + index;
    const timestamp = sequence * 160;
    writeRtpHeader(packet, { payloadType: 0, marker: false, sequence, timestamp, ssrc });
    const samples = Int16Array.from({ length: 160 }, next);
    muLaw.encode(samples, 160, packet, RTP_HEADER_BYTES);
    return packet;
  });
}

test("received sound is in the order of its timestamps, in any order of arrival", () => {
  const audio = new ReceivedAudio();
  const [first, second, third, fourth] = packets(4);

  for (const packet of [first, third, second, fourth]) {
    audio.take(packet ?? Buffer.alloc(0));
  }

  expect(toneAmplitude(audio.last(80), 1000, 8000)).toBeGreaterThan(7000);
  expect(audio.packets).toBe(4);
});

test("received sound has silence in place of a lost packet", () => {
  const audio = new ReceivedAudio();

  packets(3).forEach((packet, index) => index !== 1 && audio.take(packet));

  expect(
    audio
      .last(40)
      .subarray(0, 160)
      .every((sample) => sample === 0),
  ).toBe(true);
  expect(audio.last(20).some((sample) => sample !== 0)).toBe(true);
});

test("received sound continues after a change of the stream and after a jump of its timestamps", () => {
  const audio = new ReceivedAudio();

  for (const packet of packets(5)) {
    audio.take(packet);
  }
  for (const packet of packets(5, 20_000, 2)) {
    audio.take(packet);
  }
  for (const packet of packets(5, 3, 2)) {
    audio.take(packet);
  }

  expect(toneAmplitude(audio.last(100), 1000, 8000)).toBeGreaterThan(7000);
});

test("received sound is stored for ten seconds and no longer", () => {
  const audio = new ReceivedAudio();

  for (const packet of packets(600)) {
    audio.take(packet);
  }

  expect(audio.last(60_000)).toHaveLength(80_000);
});

test("a datagram that is no RTP packet is dropped", () => {
  const audio = new ReceivedAudio();

  audio.take(Buffer.from("hello"));
  audio.take(Buffer.alloc(0));

  expect(audio.packets).toBe(0);
});
