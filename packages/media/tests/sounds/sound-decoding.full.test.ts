import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { integratedLoudness, rootMeanSquare, sine, toneShare, writeWav } from "@linedesk/audio";
import { readSamples } from "../../src/encoding/encoded-sound.ts";
import { MediaError } from "../../src/media-error.ts";
import { decodeSound } from "../../src/sounds/decode-sound.ts";

const asItIs = { isNormalised: false };

async function testData(file: string): Promise<Buffer> {
  return readFile(new URL(`../data/${file}`, import.meta.url));
}

/** Returns the same pages as another logical stream, with new checksums. */
function withSerial(file: Uint8Array, serial: number): Buffer {
  const bytes = Buffer.from(file);
  const starts: number[] = [];
  for (let at = bytes.indexOf("OggS"); at >= 0; at = bytes.indexOf("OggS", at + 4)) {
    starts.push(at);
  }
  for (const [i, start] of starts.entries()) {
    const page = bytes.subarray(start, starts[i + 1] ?? bytes.length);
    page.writeUInt32LE(serial, 14);
    page.writeUInt32LE(0, 22);
    page.writeUInt32LE(checksum(page), 22);
  }
  return bytes;
}

function checksum(page: Uint8Array): number {
  let crc = 0;
  for (const byte of page) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
    }
  }
  return crc >>> 0;
}

test("[XM13] a WAV of 44.1 kHz becomes 8 kHz in shared memory", async () => {
  const tone = sine({ frequenciesHz: [440], durationMs: 500, amplitude: 0.5, sampleRate: 44_100 });

  const shared = await decodeSound(writeWav(tone, 44_100), asItIs);

  const samples = readSamples(shared);
  expect(samples.length).toBe(4000);
  expect(toneShare(samples.slice(), 440, 8000)).toBeGreaterThan(0.99);
});

test("[XM13] a real MP3 of 440 Hz at 44.1 kHz keeps its tone, level and length at 8 kHz", async () => {
  // The file contains one second at half of full scale, 40 kbit/s, made with LAME.
  const mp3 = await readFile(new URL("../data/tone-440hz-44k1.mp3", import.meta.url));

  const samples = readSamples(await decodeSound(mp3, asItIs)).slice();
  const middle = samples.subarray(1600, 6400);

  expect(toneShare(middle, 440, 8000)).toBeGreaterThan(0.99);
  const peak = rootMeanSquare(middle) * Math.SQRT2;
  expect(Math.abs(20 * Math.log10(peak / 16_384))).toBeLessThan(0.5);
  // LAME and the decoder each add some silence.
  expect(samples.length).toBeGreaterThanOrEqual(7900);
  expect(samples.length).toBeLessThan(8800);
});

test.each(["tone-440hz-44k1.ogg", "tone-440hz-48k.opus"])(
  "[XM13] %s keeps its tone, level and length at 8 kHz",
  async (file) => {
    const samples = readSamples(await decodeSound(await testData(file), asItIs)).slice();
    const middle = samples.subarray(1600, 6400);

    expect(toneShare(middle, 440, 8000)).toBeGreaterThan(0.99);
    const peak = rootMeanSquare(middle) * Math.SQRT2;
    expect(Math.abs(20 * Math.log10(peak / 16_384))).toBeLessThan(0.5);
    expect(samples.length / 8).toBeGreaterThan(985);
    expect(samples.length / 8).toBeLessThan(1015);
  },
);

test("[XM13] chained Ogg streams, like a radio's songs, are one sound", async () => {
  const vorbis = await testData("tone-440hz-44k1.ogg");
  const opus = await testData("tone-440hz-48k.opus");
  const chain = Buffer.concat([vorbis, opus, withSerial(vorbis, 77)]);

  const samples = readSamples(await decodeSound(chain, asItIs)).slice();

  expect(samples.length / 8).toBeGreaterThan(2950);
  for (const at of [1600, 9600, 17_600]) {
    expect(toneShare(samples.subarray(at, at + 4800), 440, 8000)).toBeGreaterThan(0.99);
  }
});

test("[XM13] damaged pages of an Ogg are skipped, and Ogg without sound is refused", async () => {
  const opus = Uint8Array.from(await testData("tone-440hz-48k.opus"));
  const damaged = Buffer.concat([opus, withSerial(opus, 5)]);
  damaged[opus.length + 2000] = (damaged[opus.length + 2000] ?? 0) ^ 0xff;
  const flac = Buffer.concat([Buffer.from("OggS"), Buffer.alloc(100)]);

  expect(readSamples(await decodeSound(damaged, asItIs)).length).toBeGreaterThan(8000);
  await expect(decodeSound(flac, asItIs)).rejects.toMatchObject({
    message: "The Ogg contains no audio",
  });
});

test("[XM13] the mere beginning of an AAC frame is refused, not played as noise", async () => {
  await expect(decodeSound(Uint8Array.of(0xff, 0xf1, 0x50, 0x80), asItIs)).rejects.toMatchObject({
    code: "sound_unreadable",
  });
});

test.each([
  ["a quiet file", 0.01],
  ["a loud file", 0.9],
  ["a file that already has this loudness", 0.14],
])("[XM50] %s is heard at -20 LUFS", async (_, amplitude) => {
  const tone = sine({ frequenciesHz: [440, 700], durationMs: 2000, amplitude, sampleRate: 44_100 });

  const evened = await decodeSound(writeWav(tone, 44_100), { isNormalised: true });

  const samples = Float32Array.from(readSamples(evened), (sample) => sample / 32_768);
  const lufs = integratedLoudness(samples, 8000) ?? 0;
  expect(Math.abs(lufs + 20)).toBeLessThan(1.5);
});

test("[XM50] peaks are limited below full scale, and noise is raised by at most 20 dB", async () => {
  const clicks = Int16Array.from({ length: 80_000 }, (_, i) =>
    i % 4000 === 0 ? 30_000 : Math.round(60 * Math.sin(i / 3)),
  );
  const noise = Int16Array.from({ length: 16_000 }, (_, i) => Math.round(20 * Math.sin(i / 3)));

  const loud = readSamples(await decodeSound(writeWav(clicks, 8000), { isNormalised: true }));
  const quiet = readSamples(await decodeSound(writeWav(noise, 8000), { isNormalised: true }));

  expect(Math.max(...loud.slice())).toBeLessThanOrEqual(32_767);
  expect(rootMeanSquare(quiet.slice())).toBeLessThan(20 * 10 * 0.75);
});

test("an unknown format is refused by name", async () => {
  const page = new TextEncoder().encode("<html>not found</html>");
  await expect(decodeSound(page, asItIs)).rejects.toMatchObject({
    code: "sound_unreadable",
    message: "The address or file contains a web page, not WAV, MP3, Ogg, FLAC, AIFF or AAC",
  });
  await expect(decodeSound(new Uint8Array(0), asItIs)).rejects.toBeInstanceOf(MediaError);
});
