import { expect, test } from "vitest";

import { muLaw, sine } from "@linedesk/audio";
import { Codecs } from "../codecs/codecs.ts";
import { allocateSound, readEncoded, encodeSound, readSamples } from "../encoding/encoded-sound.ts";
import { LiveRing } from "../live/live-ring.ts";
import { LiveSound } from "../live/live-sound.ts";
import { LegMix } from "../mixing/leg-mix.ts";
import { RoomMix } from "../mixing/room-mix.ts";
import { OutgoingStream } from "../rtp/outgoing-stream.ts";
import { Playback } from "./playback.ts";

const headerBytes = 12;
const blockSamples = 160;

/** A sound as the library gives it, whose encoding is marked so that its use shows. */
function aMarkedSound(length: number): Int16Array {
  const samples = readSamples(allocateSound({ length, wideRate: 0, wideLength: 0 }));
  samples.set(
    sine({ frequenciesHz: [440], durationMs: length / 8, amplitude: 0.3, sampleRate: 8000 }),
  );
  encodeSound(samples);
  readEncoded(samples)?.PCMU.fill(0x11);
  return samples;
}

/** One caller alone with what is played to them: the payloads of their next packets. */
function payloads(playback: Playback, ticks: number): Buffer[] {
  const mix = new LegMix(8000);
  const format = { codec: "PCMU", payloadType: 0, telephoneEvent: null } as const;
  const outgoing = new OutgoingStream(format, new Codecs(null));
  return Array.from({ length: ticks }, () => {
    const sound = mix.next({ room: null, own: null, whisper: null, playback });
    return Buffer.from(outgoing.next(sound).subarray(headerBytes));
  });
}

function aPlayback(samples: Int16Array, loops = 0): Playback {
  const playback = new Playback("music", loops, () => undefined);
  playback.start({ sampleRate: 8000, samples, length: samples.length });
  return playback;
}

test("callers on hold get the one encoding of their music, wherever each is in it", () => {
  const samples = aMarkedSound(8000);

  for (const sent of [payloads(aPlayback(samples), 20), payloads(aPlayback(samples), 49)]) {
    expect(sent.every((payload) => payload.every((byte) => byte === 0x11))).toBe(true);
  }
});

test("where a sound begins again within a packet, its samples are encoded", () => {
  const samples = aMarkedSound(200);
  const expected = new Uint8Array(blockSamples);
  const wrapped = Int16Array.from(
    { length: blockSamples },
    (_, i) => samples[(160 + i) % 200] ?? 0,
  );
  muLaw.encode(wrapped, blockSamples, expected, 0);

  const [first, second] = payloads(aPlayback(samples), 2);

  expect(first?.every((byte) => byte === 0x11)).toBe(true);
  expect([...(second ?? [])]).toEqual([...expected]);
});

test("on top of voices a sound is mixed and encoded with them", () => {
  const playback = aPlayback(aMarkedSound(8000));
  const mix = new LegMix(8000);
  const room = new RoomMix();
  room.begin();
  room.add(new Int16Array(blockSamples).fill(1000), 8000);

  const mixed = mix.next({ room: room.sumAt(8000), own: null, whisper: null, playback });

  expect(mixed instanceof Int16Array && mixed[0]).toBe(1000);
});

test("all listeners of a programme get the encoding of this tick", () => {
  const ring = new LiveRing(LiveRing.allocate());
  const live = new LiveSound(ring, () => undefined);
  ring.write(new Int16Array(48_000).fill(1000));
  const listeners = Array.from({ length: 3 }, () => {
    const playback = new Playback("live", 0, () => undefined);
    playback.listen(live);
    return playback;
  });
  live.advance();
  live.advance();

  const [first, ...others] = listeners.map((playback) => payloads(playback, 1)[0]);

  const expected = new Uint8Array(blockSamples);
  muLaw.encode(live.blockAt(8000), blockSamples, expected, 0);
  expect([...(first ?? [])]).toEqual([...expected]);
  for (const other of others) {
    expect(other).toEqual(first);
  }
});
