import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { toneShare } from "@linedesk/audio";
import { systemClock } from "@linedesk/base";
import { configShape } from "../src/config/config-shape.ts";
import { openAlsa } from "../src/devices/alsa/open-alsa.ts";
import { LineSound } from "../src/lines/line-sound.ts";
import { Metronome } from "../src/sound/metronome.ts";
import { PacedCard } from "./support/paced-card.ts";
import { until } from "./support/until.ts";

const rate = 48_000;
const listenerHz = 440;
const studioHz = 1_000;
const nothing = { onInput: () => undefined, onLost: () => undefined, onFault: () => undefined };

const folder = mkdtempSync(join(tmpdir(), "linedesk-alsa-"));
const raw = join(folder, "input.raw");
writeFileSync(raw, new Uint8Array(Int16Array.from({ length: 96_000 }, twoSides).buffer));
const recorded = `type file, slave.pcm null, file /dev/null, infile "${raw}"`;
const card = new PacedCard(folder, studioHz, `pcm.sides { ${recorded} }`);
afterAll(() => {
  card.close();
  rmSync(folder, { recursive: true });
});

test.each([
  { side: "left", levels: [0.25, 0] },
  { side: "right", levels: [0, 0.25] },
  { side: "mono", levels: [0.25, 0.25] },
] as const)("[AS50] ALSA plays to a device by its name, side $side", async ({ side, levels }) => {
  const file = join(folder, `${side}.raw`);
  const output = `file:'${file}',raw`;
  const open = openAlsa({ type: "alsa", output, input: null, side }, systemClock);
  const device = await open(nothing);

  expect(device.description).toBe(`ALSA ${output}, ${side}`);
  device.write(new Float32Array(480).fill(0.25));
  device.close();

  const frames = new Int16Array((await readFile(file)).buffer.slice(0));
  expect([...frames.subarray(0, 2)].map((sample) => sample / 32_768)).toEqual(levels);
  const absent = openAlsa({ type: "alsa", output: "hw:99", input: null, side }, systemClock);
  await expect(absent(nothing)).rejects.toThrow("ALSA hw:99: ");
});

test("[AS50] ALSA records one channel of a device by its name", async () => {
  for (const [side, level] of [
    ["left", 0.25],
    ["right", -0.5],
    ["mono", 0.25],
  ] as const) {
    const seen: number[] = [];
    const open = openAlsa({ type: "alsa", output: null, input: "sides", side }, systemClock);
    const device = await open({ ...nothing, onInput: (samples) => seen.push(samples[0] ?? 0) });
    await until("sound comes", () => seen.length > 2);
    device.close();
    expect(seen.slice(0, 2)).toEqual([level, level]);
  }
});

function twoSides(_: unknown, i: number): number {
  return i % 2 === 0 ? 8_192 : -16_384;
}

async function openCall() {
  const { toStudio, fromStudio } = configShape.parse({ station: "http://a" }).lines.line1;
  const device = { type: "alsa", output: card.name, input: card.name, side: "mono" } as const;
  const states: string[] = [];
  const sound = new LineSound({
    open: openAlsa(device, systemClock),
    toStudio,
    fromStudio,
    clock: systemClock,
    onDevice: ({ status }) => states.push(status),
  });
  const received = new Int16Array(rate / 4);
  let at = 0;
  const call = new Metronome(systemClock, () => {
    const spoken = Float32Array.from({ length: 480 }, () => {
      at += 1;
      return 0.3 * Math.sin((2 * Math.PI * listenerHz * at) / rate);
    });
    sound.takeFromCall(spoken);
  });
  sound.sendToCall((block) => {
    received.copyWithin(0, block.length);
    received.set(block, received.length - block.length);
  });
  await sound.open();
  function close(): void {
    call.close();
    sound.close();
  }
  return { sound, states, received, close };
}

test("[AS50] a card plays and records, continues after a stall, and is opened again after it was unplugged", async () => {
  const { sound, states, received, close } = await openCall();
  const isRecorded = () => toneShare(received, studioHz, rate) > 0.95;
  function isPlayed(): boolean {
    const last = card.played(Math.max(0, card.playedFrames - rate / 4));
    return last.length === rate / 4 && toneShare(last, listenerHz, rate) > 0.95;
  }
  /**
   * Playback and recording must each succeed once, but not at the same moment, because a pause of
   * the machine can disturb either of them at any time.
   */
  async function untilReceived(what: string): Promise<void> {
    received.fill(0);
    const from = card.playedFrames;
    let [recorded, plays] = [false, false];
    await until(what, () => {
      recorded ||= isRecorded();
      plays ||= Math.abs(card.playedFrames - from) >= rate / 4 && isPlayed();
      return recorded && plays;
    });
  }
  await untilReceived("the card is heard");

  const before = card.playedFrames;
  await until("the card still plays", () => card.playedFrames > before + rate && isPlayed());

  // The stall exceeds the card's buffer: an underrun in playback, an overrun in recording.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  await untilReceived("the card is heard again");
  expect(states).toEqual(["open"]);

  card.unplug();
  await until("the card is lost", () => states.at(-1) === "lost");
  expect(sound.device).toMatchObject({ reason: expect.stringMatching(/^ALSA studio: /) });
  card.plug();
  await untilReceived("the card is found again");
  close();
});
