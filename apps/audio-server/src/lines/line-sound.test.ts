import { expect, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import { CHAIN_OFF } from "../processing/sound-chain.ts";
import { BLOCK_FRAMES } from "../sound/block.ts";
import { LineSound } from "./line-sound.ts";

test("[AS45] blocks that a stall has left with the device are brought before the call finds nothing", async () => {
  const waiting: Float32Array[] = [];
  const sound = new LineSound({
    open: async ({ onInput }) => ({
      description: "a device",
      levelFrames: () => 0,
      write: () => undefined,
      drain() {
        for (const block of waiting.splice(0)) {
          onInput(block);
        }
      },
      close: () => undefined,
    }),
    toStudio: CHAIN_OFF,
    fromStudio: CHAIN_OFF,
    clock: new FakeClock(),
    onDevice: () => undefined,
  });
  await sound.open();
  const block = new Float32Array(BLOCK_FRAMES).fill(0.5);
  for (let beat = 0; beat < 10; beat += 1) {
    waiting.push(block);
    sound.giveToCall();
  }

  // Nothing runs for 50 ms: the device goes on, and then five beats are due at once.
  waiting.push(block, block, block, block, block);
  const given = Array.from({ length: 5 }, () => sound.giveToCall());

  expect(given.every((samples) => samples.every((one) => one > 16_000))).toBe(true);
  expect(sound.readings.fromStudio.refills).toBe(0);
  sound.close();
});
