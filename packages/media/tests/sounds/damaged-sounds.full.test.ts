import { readFile } from "node:fs/promises";

import fc from "fast-check";
import { expect, test } from "vitest";

import { writeWav } from "@linedesk/audio";
import { MediaError } from "../../src/media-error.ts";
import { decodeSound } from "../../src/sounds/decode-sound.ts";

/** MPEG-1 layer III, 128 kbit/s, 44.1 kHz, mono: a frame of zeros is a frame of silence. */
function silentMp3(frames: number): Uint8Array {
  const frame = new Uint8Array(417);
  frame.set([0xff, 0xfb, 0x90, 0xc0]);
  return Uint8Array.from(Array.from({ length: frames }, () => [...frame]).flat());
}

async function testData(file: string): Promise<Buffer> {
  return readFile(new URL(`../data/${file}`, import.meta.url));
}

test("random bytes after a valid beginning give MediaError or samples", async () => {
  const ogg = await Promise.all([testData("tone-440hz-44k1.ogg"), testData("tone-440hz-48k.opus")]);
  const beginnings = [
    writeWav(Int16Array.of(1, 2), 8000),
    silentMp3(2),
    new Uint8Array(0),
    ...ogg.map((bytes) => bytes.subarray(0, 4800)),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...beginnings),
      fc.nat(4800),
      fc.uint8Array({ maxLength: 400 }),
      async (beginning, length, noise) => {
        try {
          await decodeSound(Uint8Array.from([...beginning.subarray(0, length), ...noise]), {
            isNormalised: false,
          });
        } catch (error) {
          expect(error).toBeInstanceOf(MediaError);
        }
      },
    ),
    { numRuns: 100 },
  );
});
