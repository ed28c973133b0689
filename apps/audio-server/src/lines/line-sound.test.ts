import { expect, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import type { DeviceHandlers } from "../devices/sound-device.ts";
import { CHAIN_OFF } from "../processing/sound-chain.ts";
import { BLOCK_FRAMES, SAMPLE_RATE } from "../sound/block.ts";
import { SampleQueue } from "../sound/sound-queue.ts";
import { LineSound } from "./line-sound.ts";

const loud = new Float32Array(BLOCK_FRAMES).fill(0.5);
function isLoud(samples: Int16Array): boolean {
  return samples.every((one) => one > 16_000);
}

/** Returns a line in a call. `waiting` is recorded sound that its device has not delivered yet. */
async function openLine() {
  const clock = new FakeClock();
  const waiting: Float32Array[] = [];
  const given: Int16Array[] = [];
  let handlers: DeviceHandlers | null = null;
  const sound = new LineSound({
    open: async (taken) => {
      handlers = taken;
      return {
        description: "a device",
        levelFrames: () => 0,
        write: () => undefined,
        drain() {
          for (const block of waiting.splice(0)) {
            taken.onInput(block);
          }
        },
        close: () => undefined,
      };
    },
    toStudio: CHAIN_OFF,
    fromStudio: CHAIN_OFF,
    clock,
    onDevice: () => undefined,
  });
  sound.sendToCall((block) => given.push(block));
  await sound.open();
  return { sound, clock, waiting, given, lose: () => handlers?.onLost("The device is gone.") };
}

test("[AS121] after a stall the device's waiting blocks reach the call before silence does", async () => {
  const { sound, clock, waiting, given } = await openLine();
  for (let beat = 0; beat < 10; beat += 1) {
    waiting.push(loud);
    await clock.advance(10);
  }
  given.length = 0;

  // The process stalls for 50 ms while the device continues; then five beats are due at the same time.
  waiting.push(loud, loud, loud, loud, loud);
  await clock.advance(50);

  expect(given).toHaveLength(5);
  expect(given.every(isLoud)).toBe(true);
  expect(sound.readings.fromStudio.refills).toBe(0);
  sound.close();
});

test("[AS121] the call gets the device's sound at once and at the device's pace", async () => {
  const { sound, clock, waiting, given } = await openLine();
  waiting.push(loud);
  await clock.advance(10);
  given.length = 0;

  for (let block = 0; block < 1_000; block += 1) {
    waiting.push(loud);
    await clock.advance(10.1);
  }

  expect(given).toHaveLength(1_000);
  expect(given.every(isLoud)).toBe(true);
  expect(sound.readings.fromStudio).toMatchObject({ latencyMs: 0, refills: 0 });
  sound.close();
});

test("[AS121] while the device sends nothing, the call gets silence at the machine's pace", async () => {
  const { sound, clock, waiting, given, lose } = await openLine();
  waiting.push(loud);
  await clock.advance(10);
  given.length = 0;

  lose();
  await clock.advance(1_000);
  expect(given).toHaveLength(100);
  expect(given.some(isLoud)).toBe(false);
  expect(sound.readings.fromStudio.refills).toBe(1);

  given.length = 0;
  waiting.push(loud, loud);
  await clock.advance(10);
  expect(given.map(isLoud)).toEqual([true, true]);
  sound.close();
});

const PERIOD = 480;
const hz = 500;

async function openPlaying() {
  const clock = new FakeClock();
  const queue = new SampleQueue(SAMPLE_RATE);
  const played: number[] = [];
  const sound = new LineSound({
    open: async () => ({
      description: "a device",
      levelFrames: () => queue.levelFrames(),
      write: (samples) => queue.write(samples),
      close: () => undefined,
    }),
    toStudio: CHAIN_OFF,
    fromStudio: CHAIN_OFF,
    clock,
    onDevice: () => undefined,
  });
  function play(): void {
    const block = new Float32Array(PERIOD);
    queue.read(block);
    played.push(...block);
    clock.after(10, play);
  }
  clock.after(3, play);
  let at = 0;
  const counts = { waits: 0, concealed: 0 };
  sound.requestBeforeUnderrun({
    endWait: () => void (counts.waits += 1),
    noteConcealed: (frames) => void (counts.concealed += frames),
  });
  await sound.open();
  function receive(lateMs: number): void {
    const packet = Float32Array.from({ length: 2 * BLOCK_FRAMES }, (_, i) =>
      Math.sin((2 * Math.PI * hz * (at + i)) / SAMPLE_RATE),
    );
    at += packet.length;
    sound.takeFromCall(
      packet.map((sample) => 0.3 * sample),
      lateMs,
    );
  }
  function longestGap(fromFrame: number): number {
    let [silent, longest] = [0, 0];
    for (const sample of played.slice(fromFrame)) {
      silent = Math.abs(sample) < 1e-4 ? silent + 1 : 0;
      longest = Math.max(longest, silent);
    }
    return (longest * 1000) / SAMPLE_RATE;
  }
  return { clock, sound, counts, played, receive, longestGap };
}

test("[AS121] late packets leave no gap: the tone is extended, and the latency returns to its earlier value", async () => {
  const { clock, sound, counts, played, receive, longestGap } = await openPlaying();
  async function run(packets: number): Promise<void> {
    for (let packet = 0; packet < packets; packet += 1) {
      receive(0);
      await clock.advance(20);
    }
  }
  await run(100);
  const settled = played.length;
  Object.assign(counts, { waits: 0, concealed: 0 });
  await run(100);
  expect(counts).toEqual({ waits: 0, concealed: 0 });
  const before = { ms: sound.readings.toStudio.latencyMs, concealed: sound.concealments };

  await clock.advance(40);
  for (const lateMs of [40, 20, 0]) {
    receive(lateMs);
  }
  await clock.advance(20);
  await run(200);

  expect(sound.concealments - before.concealed).toBe(1);
  expect(counts.waits).toBe(counts.concealed / BLOCK_FRAMES);
  expect(counts.concealed).toBeLessThanOrEqual(4 * BLOCK_FRAMES);
  expect(longestGap(settled)).toBeLessThan(1);
  expect(sound.readings.toStudio).toMatchObject({ refills: 0 });
  expect(Math.abs(sound.readings.toStudio.latencyMs - before.ms)).toBeLessThan(5);
  sound.close();
});

test("[AS121] [AS57] the buffer grows with late packets and shrinks again without them", async () => {
  const { clock, sound, receive, longestGap, played } = await openPlaying();
  async function run(packets: number): Promise<void> {
    for (let packet = 0; packet < packets; packet += 1) {
      receive(0);
      await clock.advance(20);
    }
  }
  await run(100);
  expect(sound.waitForLateMs).toBe(10);

  sound.setMargin(60);
  await clock.advance(60);
  receive(60);
  receive(40);
  receive(20);
  await run(100);
  const settled = played.length;
  expect(sound.waitForLateMs).toBe(70);
  const waitedMs = waiting(sound);
  const concealed = sound.concealments;
  await clock.advance(60);
  receive(60);
  receive(40);
  receive(20);
  await run(50);
  expect(sound.concealments).toBe(concealed);
  expect(longestGap(settled)).toBeLessThan(1);

  sound.setMargin(0);
  await run(200);
  expect(waitedMs - waiting(sound)).toBeGreaterThan(45);
  sound.close();
});

function waiting(sound: LineSound): number {
  return sound.readings.toStudio.latencyMs + sound.waitForLateMs;
}
