import { expect, test } from "vitest";

import type { AudioEncoder } from "../codecs/codec-facts.ts";
import { allocateSound, readSamples } from "./encoded-sound.ts";
import type { SharedEncodingOptions } from "./packet-row.ts";
import { RoundTicks } from "./round-ticks.ts";
import { SoundRows } from "./sound-rows.ts";

const target = { out: new Uint8Array(1275), to: 0 };

/** A codec with large packets that are all equal. */
class LargeCodec implements SharedEncodingOptions {
  readonly key = "large";
  readonly sampleRate = 8000;
  open = 0;

  openEncoder(): AudioEncoder {
    this.open += 1;
    return {
      encode: (_samples, out, to) => {
        out.fill(7, to, to + 1275);
        return 1275;
      },
      restart: () => undefined,
      close: () => void (this.open -= 1),
    };
  }
}

function aSound(ticks: number): Int16Array {
  return readSamples(allocateSound({ length: ticks * 160, wideRate: 0, wideLength: 0 }));
}

/** Plays a number of ticks of a sound and returns the number of packets. */
function countPackets(
  rows: SoundRows,
  sound: Int16Array,
  codec: SharedEncodingOptions,
  ticks: number,
): number {
  const packets = rows.forSamples(sound);
  if (packets === null) {
    return 0;
  }
  const round = new RoundTicks(sound, 8000, packets);
  let count = 0;
  for (let tick = 0; tick < ticks; tick += 1) {
    if ((packets.find(codec)?.copy(round, tick, target) ?? 0) > 0) {
      count += 1;
    }
  }
  return count;
}

test("shared packets use at most 32 MB, and a new sound evicts an earlier sound", () => {
  const rows = new SoundRows();
  const codec = new LargeCodec();
  const long = Array.from({ length: 2 }, () => aSound(45_000));

  const [first = 0, second = 0] = long.map((sound) => countPackets(rows, sound, codec, 45_000));

  expect(first * 1275).toBeGreaterThan(16_000_000);
  for (const count of [first, second]) {
    expect(count * 1275).toBeLessThanOrEqual(32_000_000);
  }
  expect(codec.open).toBe(0);
  // The new sound evicts the previous sound.
  expect(countPackets(rows, aSound(100), codec, 100)).toBe(100);
});
