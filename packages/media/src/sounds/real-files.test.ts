import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { rootMeanSquare, sine, toneShare, writeWav } from "@linedesk/audio";
import { CHECKSUM_AT, pageChecksum } from "../decoders/ogg-pages.ts";
import { convertSound } from "./convert-sound.ts";
import { readSound } from "./decode-sound.ts";

const toneHz = 440;
const tone = { frequenciesHz: [toneHz], durationMs: 1000, amplitude: 0.4, sampleRate: 44_100 };
const wav = Buffer.from(writeWav(sine(tone), 44_100));
const SOUND_AT = 44;

async function testData(file: string): Promise<Buffer> {
  return readFile(new URL(`../../tests/data/${file}`, import.meta.url));
}

/** Returns how much of the middle of a sound is the tone. */
async function shareOf(bytes: Uint8Array): Promise<number> {
  const { samples, sampleRate } = await readSound(bytes);
  expect(samples.length / sampleRate).toBeGreaterThan(0.9);
  expect(samples.length / sampleRate).toBeLessThan(1.1);
  const middle = samples.subarray(sampleRate / 5, (sampleRate * 4) / 5);
  const whole = Int16Array.from(middle, (sample) => Math.round(sample * 32_767));
  expect(rootMeanSquare(whole)).toBeGreaterThan(3000);
  return toneShare(whole, toneHz, sampleRate);
}

/** Returns a WAV whose data chunk contains MPEG audio. */
function inWav(tag: number, mpeg: Uint8Array): Buffer {
  const format = Buffer.alloc(8 + 30);
  format.write("fmt ");
  format.writeUInt32LE(30, 4);
  format.writeUInt16LE(tag, 8);
  format.writeUInt16LE(1, 10);
  format.writeUInt32LE(44_100, 12);
  const data = Buffer.alloc(8);
  data.write("data");
  data.writeUInt32LE(mpeg.length, 4);
  return Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVE"), format, data, mpeg]);
}

function id3(size: number): Buffer {
  const head = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, size >> 7, size & 0x7f]);
  return Buffer.concat([head, Buffer.alloc(size, 0xff)]);
}

test("[XM13] two joined MP3s of different rates keep their pitch", async () => {
  const [first, second] = [
    await testData("tone-440hz-44k1.mp3"),
    await testData("stream-1000hz-16k.mp3"),
  ];

  const { samples, sampleRate } = await readSound(Buffer.concat([first, second]));

  const share = (fromMs: number, hz: number) => {
    const part = samples.subarray(
      (sampleRate * fromMs) / 1000,
      (sampleRate * (fromMs + 300)) / 1000,
    );
    return toneShare(
      Int16Array.from(part, (sample) => Math.round(sample * 32_767)),
      hz,
      sampleRate,
    );
  };
  expect(share(300, 440)).toBeGreaterThan(0.9);
  expect(share(1300, 1000)).toBeGreaterThan(0.9);
});

const kinds: [string, () => Promise<Uint8Array>][] = [
  ["MP3 in a WAV", async () => inWav(0x55, await testData("tone-440hz-44k1.mp3"))],
  ["MP2 in a WAV", async () => inWav(0x50, await testData("tone-440hz.mp2"))],
  ["MP3 in a WAV that is called PCM", async () => inWav(1, await testData("tone-440hz-44k1.mp3"))],
  ["MP2", async () => testData("tone-440hz.mp2")],
  ["MP3 after zeros", async () => Buffer.concat([Buffer.alloc(5000), await mp3()])],
  ["MP3 after a byte order mark", async () => Buffer.concat([Buffer.from("\ufeff"), await mp3()])],
  [
    "MP3 after blanks and a tag",
    async () => Buffer.concat([Buffer.from("\r\n "), id3(900), await mp3()]),
  ],
  ["MP3 that begins in the middle of a frame", async () => (await mp3()).subarray(100)],
  ["a WAV after an ID3 tag", async () => Buffer.concat([id3(2000), wav])],
  ["FLAC", async () => testData("tone-440hz.flac")],
  [
    "FLAC after an ID3 tag",
    async () => Buffer.concat([id3(300), await testData("tone-440hz.flac")]),
  ],
  ["FLAC in Ogg", async () => testData("tone-440hz-flac.oga")],
  ["AAC in MP4", async () => testData("tone-440hz.m4a")],
  ["AAC", async () => testData("tone-440hz.aac")],
];

async function mp3(): Promise<Buffer> {
  return testData("tone-440hz-44k1.mp3");
}

test.each(kinds)("[SN52] [SN53] %s is heard", async (_, bytes) => {
  expect(await shareOf(await bytes())).toBeGreaterThan(0.98);
});

test("[SN54] a tone whose samples look like a row of MPEG frames is heard as PCM", async () => {
  const samples = sine({ ...tone, frequenciesHz: [600], amplitude: 0.2, sampleRate: 8000 });

  const sound = await readSound(Buffer.from(writeWav(samples, 8000)));

  expect(sound.samples.length).toBe(8000);
  const received = Int16Array.from(sound.samples, (sample) => Math.round(sample * 32_767));
  expect(toneShare(received, 600, 8000)).toBeGreaterThan(0.98);
});

test.each(["tone-440hz.m4a", "tone-440hz.flac"])(
  "[SN53] %s becomes Ogg Opus of the same sound within the given size",
  async (file) => {
    const converted = await convertSound(await readSound(await testData(file)), 10_000);

    expect((await readSound(converted)).format).toBe("ogg");
    expect(converted.length).toBeLessThanOrEqual(10_000);
    expect(await shareOf(converted)).toBeGreaterThan(0.98);
  },
);

function withFrames(mark: readonly number[]): Buffer {
  const coded = Buffer.from(wav);
  coded.set(mark, SOUND_AT);
  coded.set(mark, SOUND_AT + 2048);
  return coded;
}

/** Returns the first page of an Ogg stream. */
function aPage(head: string): Buffer {
  const page = Buffer.concat([Buffer.alloc(28), Buffer.from(head)]);
  page.write("OggS");
  page.set([2], 5);
  page.set([1, head.length], 26);
  page.writeUInt32LE(pageChecksum(page), CHECKSUM_AT);
  return page;
}

const refused: [string, Uint8Array, string][] = [
  ["DTS in a WAV", withFrames([0xff, 0x1f, 0x00, 0xe8]), "surround sound"],
  ["Dolby Digital in a WAV", withFrames([0x72, 0xf8, 0x1f, 0x4e]), "surround sound"],
  ["a text in UTF-16", Buffer.from("\ufeffNo such file", "utf16le"), "neither WAV, MP3"],
  ["XSPF", Buffer.from('<?xml version="1.0"?>\n<playlist version="1">'), "a playlist in XML"],
  ["a web page", Buffer.from("<!DOCTYPE html><p>Not found"), "a web page"],
  ["an ADPCM WAV", inWav(0x11, Buffer.alloc(500, 0x5a)), "IMA ADPCM"],
  [
    "a picture",
    Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), Buffer.alloc(900, 0x41)]),
    "neither",
  ],
  ["Speex in Ogg", aPage("Speex   1.2rc1"), "neither Vorbis, Opus nor FLAC"],
  ["Windows Media", Buffer.of(0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11), "Windows Media"],
  ["an MP4 without AAC", Buffer.from("\0\0\0\x10ftypM4A \0\0\0\0stsdalac"), "Apple Lossless"],
];

test.each(refused)("[SN54] [SN55] %s is refused by name", async (_, bytes, why) => {
  await expect(readSound(bytes)).rejects.toMatchObject({
    code: "sound_unreadable",
    message: expect.stringContaining(why),
  });
});
