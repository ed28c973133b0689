import fc from "fast-check";
import { expect, test } from "vitest";

import { AudioFormatError } from "../audio-format-error.ts";
import { WavStreamReader } from "./wav-stream.ts";
import { writeWav } from "./wav.ts";

const ramp = Int16Array.from({ length: 500 }, (_, i) => i * 50);

/** Returns the same sound with the header of a writer that did not know its length. */
function endless(wav: Uint8Array, size: number): Uint8Array {
  const bytes = Uint8Array.from(wav);
  new DataView(bytes.buffer).setUint32(40, size, true);
  return bytes;
}

function read(bytes: Uint8Array, pieceBytes: number): number[] {
  const reader = new WavStreamReader();
  const samples: number[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const audio = reader.push(bytes.subarray(at, at + pieceBytes));
    samples.push(...(audio?.samples ?? []));
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

test("[XM13] any other input fails with AudioFormatError, also an endless header", () => {
  expect(() => new WavStreamReader().push(Buffer.from("<html>not a sound"))).toThrow(
    AudioFormatError,
  );
  const reader = new WavStreamReader();
  const head = Buffer.concat([Buffer.from("RIFF    WAVEjunk"), Buffer.alloc(4, 0xff)]);
  expect(reader.push(head)).toBeNull();
  expect(() => reader.push(new Uint8Array(1_000_001))).toThrow(AudioFormatError);
  fc.assert(
    fc.property(fc.nat(44), fc.uint8Array({ maxLength: 200 }), (length, noise) => {
      try {
        new WavStreamReader().push(
          new Uint8Array([...writeWav(ramp, 8000).subarray(0, length), ...noise]),
        );
      } catch (error) {
        expect(error).toBeInstanceOf(AudioFormatError);
      }
    }),
  );
});
