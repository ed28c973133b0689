/**
 * Glitches of an audio server's line in a call, both cores busy, for as long as `--seconds` says
 * (600 makes it ten minutes), beside the raw loop of JACK in the same run: how often a queue ran
 * empty, and how much was dropped after a stall; JACK's own xruns, and the holes in the caller's
 * tone as the studio's desk has it, whoever made them.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

import { JackLoop } from "./support/jack-loop.ts";
import { describePriority } from "./support/real-time.ts";
import { type Bench, infoRow, limitRow } from "./support/row.ts";
import { type Direction, Studio } from "./support/studio.ts";

const SETTLE_MS = 5_000;

type Counts = Pick<Direction, "refills" | "trimmedMs">;

export const run: Bench = async ({ seconds }) => {
  const durationS = seconds ?? 60;
  const studio = await Studio.open();
  const raw = await JackLoop.start(studio.sound.name, "raw");
  const busy: ChildProcess[] = [];
  try {
    const listener = await studio.ring();
    listener.say(440);
    await studio.accept();
    await wait(SETTLE_MS);
    for (let core = 0; core < availableParallelism(); core += 1) {
      busy.push(spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
    }
    const desk = await openHoleCount(studio);
    const before = await studio.line1();
    raw.forget();
    await wait(durationS * 1000);
    const after = await studio.line1();
    const holes = desk.close();
    const bare = await raw.report();
    const ways = [
      ["to the device", since(before.toStudio, after.toStudio)],
      ["from the device", since(before.fromStudio, after.fromStudio)],
    ] as const;
    const name = `studio glitches, ${durationS} s, all cores busy, ${describePriority(studio.isRealTime)}`;
    return [
      infoRow(`${name}: raw loop of JACK`, describeCounts(bare)),
      infoRow(`${name}: xruns of JACK`, `${after.xruns - before.xruns}`),
      infoRow(`${name}: holes in the tone at the desk`, `${holes}`),
      ...ways.map(([way, counts]) =>
        limitRow(`${name}: ${way}`, describeCounts(counts), {
          beside: `raw ${describeCounts(bare)}`,
          holds: counts.refills <= bare.refills && counts.trimmedMs <= bare.trimmedMs,
        }),
      ),
    ];
  } finally {
    for (const child of busy) {
      child.kill("SIGKILL");
    }
    raw.close();
    await studio.close();
  }
};

/** Silence of a millisecond within a tone, which no sine has. */
const HOLE_FRAMES = 48;
const SILENT = 1e-4;

/** Hears the line's output as the studio's desk does; answers how many holes there were. */
async function openHoleCount(studio: Studio): Promise<{ close: () => number }> {
  let [holes, silentFrames] = [0, 0];
  const device = await studio.sound.open((samples) => {
    for (const sample of samples) {
      silentFrames = Math.abs(sample) < SILENT ? silentFrames + 1 : 0;
      holes += silentFrames === HOLE_FRAMES ? 1 : 0;
    }
  }, "linedesk-line1");
  return {
    close() {
      device.close();
      return holes;
    },
  };
}

function since(before: Counts, after: Counts): Counts {
  return {
    refills: after.refills - before.refills,
    trimmedMs: after.trimmedMs - before.trimmedMs,
  };
}

function describeCounts({ refills, trimmedMs }: Counts): string {
  return `${refills} times empty, ${trimmedMs.toFixed(0)} ms dropped`;
}
