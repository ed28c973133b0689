import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { parseWav, sine, toneShare, writeWav } from "@linedesk/audio";
import { FakeClock } from "@linedesk/base/testing";
import { BLOCK_FRAMES, SAMPLE_RATE, toInt16 } from "../sound/block.ts";
import { type CardlessOptions, openCardless } from "./open-cardless.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "linedesk-audio-server-files-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const tone = Float32Array.from(
  { length: BLOCK_FRAMES },
  (_, i) => 0.5 * Math.sin((2 * Math.PI * 500 * i) / SAMPLE_RATE),
);

async function run(clock: FakeClock, options: CardlessOptions, seconds = 1) {
  const input: Float32Array[] = [];
  const lost: string[] = [];
  const faults: (string | null)[] = [];
  const open = openCardless(options, clock);
  const device = await open({
    onInput: (samples) => input.push(samples),
    onLost: (reason) => lost.push(reason),
    onFault: (fault) => faults.push(fault),
  });
  for (let block = 0; block < seconds * 100; block += 1) {
    device.write(tone);
    await clock.advance(10);
  }
  device.close();
  const all = Float32Array.from(input.flatMap((samples) => [...samples]));
  const taken = toInt16(all, new Int16Array(all.length));
  return { description: device.description, input: taken, lost, faults };
}

test("[AS48] without a sound card, a line has silence, a test tone or a file at the clock's pace, and its description names which", async () => {
  const clock = new FakeClock();
  const silent = await run(clock, { type: "null" });
  expect(silent.description).toBe("no sound device (null)");
  expect(silent.faults).toEqual(["No sound device is set up for this line."]);
  expect(silent.input).toEqual(new Int16Array(SAMPLE_RATE));

  const beep = await run(clock, { type: "tone", hz: 1000 });
  expect(beep.description).toBe("no sound device: test tone of 1000 Hz");
  expect(beep.faults).toEqual([]);
  expect(toneShare(beep.input, 1000, SAMPLE_RATE)).toBeGreaterThan(0.99);

  const paths = { input: join(folder, "in.wav"), output: join(folder, "out.wav") };
  const spoken = sine({ frequenciesHz: [700], durationMs: 100, amplitude: 0.5, sampleRate: 8000 });
  writeFileSync(paths.input, writeWav(spoken, 8000));
  const played = await run(clock, { type: "file", ...paths, maxMinutes: 1 });
  expect(played.description).toBe(`no sound device: from ${paths.input} to ${paths.output}`);
  expect(toneShare(played.input, 700, SAMPLE_RATE)).toBeGreaterThan(0.9);
  const wav = parseWav(readFileSync(paths.output));
  const samples = toInt16(wav.samples, new Int16Array(wav.samples.length));
  expect(samples).toHaveLength(SAMPLE_RATE);
  expect(toneShare(samples, 500, SAMPLE_RATE)).toBeGreaterThan(0.99);
});

test("an output file is overwritten from its start at its maximum length, and a full disk or a missing input file is an error", async () => {
  const clock = new FakeClock();
  const output = join(folder, "out.wav");
  await run(clock, { type: "file", input: null, output, maxMinutes: 0.01 }, 2);
  expect(statSync(output).size).toBeLessThanOrEqual(44 + 0.6 * SAMPLE_RATE * 2);

  const file = { type: "file", input: null, output: null, maxMinutes: 1 } as const;
  const full = { ...file, output: "/dev/full" };
  await expect(run(clock, full)).rejects.toThrow("The sound file /dev/full cannot be written");
  const absent = { ...file, input: join(folder, "none.wav") };
  await expect(run(clock, absent)).rejects.toThrow("none.wav cannot be read");
});
