import { expect, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import type { DeviceHandlers } from "../devices/sound-device.ts";
import { CHAIN_OFF } from "../processing/sound-chain.ts";
import { BLOCK_FRAMES } from "../sound/block.ts";
import { LineSound } from "./line-sound.ts";

const loud = new Float32Array(BLOCK_FRAMES).fill(0.5);
function isLoud(samples: Int16Array): boolean {
  return samples.every((one) => one > 16_000);
}

/** A line in a call; `waiting` is what its device has taken up and not brought yet. */
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
  sound.giveToCall((block) => given.push(block));
  await sound.open();
  return { sound, clock, waiting, given, lose: () => handlers?.onLost("The device is gone.") };
}

test("[AS45] blocks that a stall has left with the device are brought before the call finds nothing", async () => {
  const { sound, clock, waiting, given } = await openLine();
  for (let beat = 0; beat < 10; beat += 1) {
    waiting.push(loud);
    await clock.advance(10);
  }
  given.length = 0;

  // Nothing runs for 50 ms: the device goes on, and then five beats are due at once.
  waiting.push(loud, loud, loud, loud, loud);
  await clock.advance(50);

  expect(given).toHaveLength(5);
  expect(given.every(isLoud)).toBe(true);
  expect(sound.readings.fromStudio.refills).toBe(0);
  sound.close();
});

test("[AS114] what the device brings is the call's at once, at the device's pace", async () => {
  const { sound, clock, waiting, given } = await openLine();
  waiting.push(loud);
  await clock.advance(10);
  given.length = 0;

  for (let block = 0; block < 1_000; block += 1) {
    waiting.push(loud);
    // A card that is slower by 1 % than the machine's clock.
    await clock.advance(10.1);
  }

  expect(given).toHaveLength(1_000);
  expect(given.every(isLoud)).toBe(true);
  expect(sound.readings.fromStudio).toMatchObject({ latencyMs: 0, refills: 0 });
  sound.close();
});

test("[AS114] while the device brings nothing the call has silence at the machine's pace", async () => {
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
