import fc from "fast-check";
import { expect, test } from "vitest";

import { AudioFormatError } from "../audio-format-error.ts";
import { trimWav, WavDataReader } from "./wav-data.ts";
import { WavSampleReader } from "./wav-sample-reader.ts";
import { writeWav } from "./wav.ts";

const ramp = Int16Array.from({ length: 500 }, (_, i) => i * 50);
const FORM_BYTES = 12;

/** Returns the sound with the header of a writer that did not know the length of the sound. */
function endless(wav: Uint8Array, size: number): Uint8Array {
  const bytes = Uint8Array.from(wav);
  new DataView(bytes.buffer).setUint32(40, size, true);
  return bytes;
}

function chunk(name: string, body: Uint8Array, padding = body.length % 2): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(padding)]);
}

/** Returns the ramp as a WAV with other chunks before and after its sound. */
function withChunks({ before = Buffer.alloc(0), behind = Buffer.alloc(0) }): Buffer<ArrayBuffer> {
  const wav = Buffer.from(writeWav(ramp, 8000));
  const parts = [wav.subarray(0, FORM_BYTES), before, wav.subarray(FORM_BYTES), behind];
  return Buffer.concat(parts);
}

function read(bytes: Uint8Array, pieceBytes: number): number[] {
  const reader = new WavDataReader();
  const frames = new WavSampleReader();
  const samples: number[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const data = reader.push(bytes.subarray(at, at + pieceBytes));
    const { format } = reader;
    samples.push(...((format === null ? null : frames.push(format, data))?.samples ?? []));
  }
  return samples.map((sample) => Math.round(sample * 32_768));
}

test.each([1, 7, 44, 100, 5000])(
  "[XM13] a WAV that arrives in pieces of %i bytes gives the same samples",
  (pieceBytes) => {
    for (const size of [1000, 0, 0xffff_ffff]) {
      expect(read(endless(writeWav(ramp, 8000), size), pieceBytes)).toEqual([...ramp]);
    }
  },
);

test("[XM13] bytes after the data chunk are ignored if its header states its length", () => {
  const wav = new Uint8Array([...writeWav(ramp, 8000), ...Buffer.from("LIST____noise")]);

  expect(read(wav, 64)).toEqual([...ramp]);
});

test.each([4096, 2_000_000])(
  "[SN52] 1.3 MB of other chunks before the sound are skipped, in pieces of %i bytes",
  (pieceBytes) => {
    const picture = chunk("id3 ", Buffer.alloc(1_300_001, 0x55));
    const unpadded = chunk("bext", Buffer.alloc(603, 0x20), 0);

    expect(read(withChunks({ before: picture }), pieceBytes)).toEqual([...ramp]);
    expect(read(withChunks({ before: unpadded }), pieceBytes)).toEqual([...ramp]);
  },
);

test.each(["RF64", "BW64"])("[SN52] %s has the length of its sound in the chunk ds64", (form) => {
  const sizes = Buffer.alloc(28);
  sizes.writeBigUInt64LE(1000n, 8);
  const wav = withChunks({ before: chunk("ds64", sizes), behind: Buffer.from("noise behind it") });
  wav.write(form);
  wav.writeUInt32LE(0xffff_ffff, wav.indexOf("data") + 4);

  expect(read(wav, 64)).toEqual([...ramp]);
});

test.each([0, 0x7fff_ffff, 0xffff_ffff, 5000])(
  "[SN52] chunks after a sound whose length is stated as %i are not heard",
  (size) => {
    const behind = Buffer.concat([
      chunk("LIST", Buffer.from("INFOISFT\x05\0\0\0Lavf\0\0")),
      chunk("iXML", Buffer.from("<BWFXML/>")),
    ]);

    expect(read(trimWav(endless(withChunks({ behind }), size)), 64)).toEqual([...ramp]);
    expect(read(trimWav(endless(withChunks({ behind }).subarray(0, -1), size)), 64)).toEqual([
      ...ramp,
    ]);
  },
);

test("[SN52] an empty sound with a chunk after it contains no samples", () => {
  const empty = Buffer.concat([
    endless(writeWav(new Int16Array(0), 8000), 0),
    chunk("LIST", Buffer.alloc(400, 0x41)),
  ]);

  expect(read(trimWav(empty), 64)).toEqual([]);
});

test("[XM13] any other input fails with AudioFormatError, even an endless header", () => {
  expect(() => new WavDataReader().push(Buffer.from("<html>not a sound"))).toThrow(
    AudioFormatError,
  );
  const reader = new WavDataReader();
  const head = Buffer.concat([Buffer.from("RIFF    WAVEjunk"), Buffer.alloc(4, 0xff)]);
  expect(reader.push(head).length).toBe(0);
  expect(() => reader.push(new Uint8Array(20_000_001))).toThrow(AudioFormatError);
  fc.assert(
    fc.property(fc.nat(44), fc.uint8Array({ maxLength: 200 }), (length, noise) => {
      try {
        const bytes = [...writeWav(ramp, 8000).subarray(0, length), ...noise];
        trimWav(new Uint8Array(bytes));
      } catch (error) {
        expect(error).toBeInstanceOf(AudioFormatError);
      }
    }),
  );
});
