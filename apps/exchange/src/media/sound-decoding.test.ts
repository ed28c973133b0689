import { readFile } from "node:fs/promises";
import { rootMeanSquare, sine, toneShare, writeWav } from "@linedesk/audio";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MediaError } from "./media-error.ts";
import { decodeSound } from "./sound-decoding.ts";

/** MPEG-1 layer III, 128 kbit/s, 44.1 kHz, mono: a frame of zeros is a frame of silence. */
function silentMp3(frames: number): Uint8Array {
  const frame = new Uint8Array(417);
  frame.set([0xff, 0xfb, 0x90, 0xc0]);
  return Uint8Array.from(Array.from({ length: frames }, () => [...frame]).flat());
}

test("[XM13] WAV of any rate becomes 8 kHz in shared memory", async () => {
  const tone = sine({ frequenciesHz: [440], durationMs: 500, amplitude: 0.5, sampleRate: 44_100 });

  const shared = await decodeSound(writeWav(tone, 44_100));

  const samples = new Int16Array(shared);
  expect(samples.length).toBe(4000);
  expect(toneShare(samples.slice(), 440, 8000)).toBeGreaterThan(0.99);
});

test("[XM13] MP3 is known by its content and decoded", async () => {
  const samples = new Int16Array(await decodeSound(silentMp3(40)));

  // 40 frames of 1152 samples, less what a decoder needs to begin.
  const wholeMs = (40 * 1152) / 44.1;
  expect(samples.length / 8).toBeGreaterThan(wholeMs - 60);
  expect(samples.length / 8).toBeLessThanOrEqual(wholeMs + 1);
  expect(samples.every((sample) => Math.abs(sample) <= 1)).toBe(true);
});

test("[XM13] a real MP3 of 440 Hz at 44.1 kHz keeps its tone, level and length at 8 kHz", async () => {
  // One second at half of full scale, 40 kbit/s, made with LAME.
  const mp3 = await readFile(new URL("../../tests/data/tone-440hz-44k1.mp3", import.meta.url));

  const samples = new Int16Array(await decodeSound(mp3)).slice();
  const middle = samples.subarray(1600, 6400);

  expect(toneShare(middle, 440, 8000)).toBeGreaterThan(0.99);
  const peak = rootMeanSquare(middle) * Math.SQRT2;
  expect(Math.abs(20 * Math.log10(peak / 16_384))).toBeLessThan(0.5);
  // LAME and the decoder each put some silence around it.
  expect(samples.length).toBeGreaterThanOrEqual(7900);
  expect(samples.length).toBeLessThan(8800);
});

test("what is neither is refused by name", async () => {
  const page = new TextEncoder().encode("<html>not found</html>");
  await expect(decodeSound(page)).rejects.toMatchObject({
    code: "sound_unreadable",
    message: "The sound is neither WAV nor MP3",
  });
  await expect(decodeSound(new Uint8Array(0))).rejects.toBeInstanceOf(MediaError);
});

test("random bytes behind a true beginning give MediaError or samples", async () => {
  const beginnings = [writeWav(Int16Array.of(1, 2), 8000), silentMp3(2), new Uint8Array(0)];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...beginnings),
      fc.nat(60),
      fc.uint8Array({ maxLength: 400 }),
      async (beginning, kept, noise) => {
        try {
          await decodeSound(Uint8Array.from([...beginning.subarray(0, kept), ...noise]));
        } catch (error) {
          expect(error).toBeInstanceOf(MediaError);
        }
      },
    ),
    { numRuns: 200 },
  );
});
