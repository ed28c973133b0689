/**
 * Counts glitches of an audio server's line in a call, with all cores busy, for `--seconds` (600
 * means ten minutes), beside the raw loop of JACK in the same run. It counts holes and jumps in a
 * received tone: the caller's tone at the studio's desk, and the desk's tone at the caller's
 * telephone. It also counts empty queues, sound that was dropped after a stall, JACK's xruns, and
 * sound that the line concealed for late or lost packets. Glitches between two telephones on the
 * exchange are no fault of the line. A virtual machine stops now and then. Then everything on it is
 * late, including the exchange and the telephones. The clock of the raw loop stops together with
 * the clock of the card, so its tone shows neither the stop nor an xrun. The bench therefore
 * records the stops of the machine, and a glitch shortly after a stop counts as the machine's.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

import { GLITCH_TONE_HZ, GlitchCount } from "./support/glitch-count.ts";
import { JackLoop } from "./support/jack-loop.ts";
import { MachineStops, shareExplained, type Stop, unexplained } from "./support/machine-stops.ts";
import { describePriority } from "./support/real-time.ts";
import { type Bench, infoRow, limitRow, type Row } from "./support/row.ts";
import { type Direction, Studio } from "./support/studio.ts";
import type { ReceivedSecond } from "./support/telephones.ts";
import { wallMs } from "./support/wall-ms.ts";

/** After this time all programs have started and have collected their garbage. */
const SETTLE_MS = 30_000;
const TELEPHONE_RATE = 8_000;
/** The period of JACK: one xrun costs each client this much sound. */
const PERIOD_MS = 10;

type Counts = Pick<Direction, "refills" | "trimmedMs">;

export const run: Bench = async ({ seconds }) => {
  const durationS = seconds ?? 60;
  const studio = await Studio.open();
  const raw = await JackLoop.start(studio.sound.name, "tone");
  const machine = new MachineStops();
  const busy: ChildProcess[] = [];
  let desk: JackLoop | null = null;
  try {
    const listener = await studio.ring();
    await listener.say(GLITCH_TONE_HZ);
    await studio.accept();
    const pair = await studio.ringPair();
    await pair.first.say(GLITCH_TONE_HZ);
    desk = await JackLoop.start(studio.sound.name, "desk");
    for (let core = 0; core < availableParallelism(); core += 1) {
      busy.push(spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
    }
    // In reality the exchange and the telephones run on separate machines. A child of theirs that
    // starts later inherits the priority.
    studio.raiseOtherPriorities();
    await wait(SETTLE_MS);
    raw.forget();
    desk.forget();
    const fromMs = wallMs();
    const before = await studio.line1();
    const lateBefore = await studio.lateTicks();
    const [receivedHere, receivedThere] = await Promise.all([
      listener.record(durationS * 1000),
      pair.other.record(durationS * 1000),
    ]);
    const after = await studio.line1();
    const late = (await studio.lateTicks()) - lateBefore;
    const [bare, atDesk] = [await raw.report(), await desk.report()];
    const stops = machine.since(fromMs);
    const atListener = findGlitches(receivedHere);
    const atOther = findGlitches(receivedThere);
    const xruns = after.xruns - before.xruns;
    const concealed = after.reception.concealed - before.reception.concealed;
    const name = `studio glitches, ${durationS} s, all cores busy, ${describePriority(studio.isRealTime)}`;
    function describe(glitchesMs: readonly number[]): string {
      const own = unexplained(glitchesMs, stops ?? []).length;
      return `${glitchesMs.length}, ${own} of them without a stop of the machine`;
    }
    function received(where: string, glitchesMs: readonly number[]): Row {
      const [own, most] = [glitchesMs, bare.glitchesMs].map((times) =>
        unexplained(times, stops ?? []),
      );
      return limitRow(`${name}: in the tone at the ${where}`, describe(glitchesMs), {
        beside: `raw ${describe(bare.glitchesMs)}`,
        holds: (own?.length ?? Number.NaN) <= (most?.length ?? 0),
      });
    }
    function counted(way: string, counts: Counts): Row {
      return limitRow(`${name}: ${way}`, describeCounts(counts), {
        beside: `raw ${describeCounts(bare)}`,
        holds:
          counts.refills <= bare.refills + xruns &&
          counts.trimmedMs <= bare.trimmedMs + xruns * PERIOD_MS,
      });
    }
    return [
      infoRow(`${name}: stops of the machine of 3 ms and more`, describeStops(stops, durationS)),
      infoRow(`${name}: in the tone of the raw loop of JACK`, describe(bare.glitchesMs)),
      infoRow(`${name}: in the tone between two telephones`, describe(atOther)),
      received("studio's desk", atDesk.glitchesMs),
      received("caller's telephone", atListener),
      infoRow(`${name}: raw loop of JACK`, describeCounts(bare)),
      counted("to the device", since(before.toStudio, after.toStudio)),
      counted("from the device", since(before.fromStudio, after.fromStudio)),
      infoRow(`${name}: the queue of the studio's desk`, describeCounts(atDesk)),
      infoRow(`${name}: concealed for late or lost packets`, `${concealed}`),
      infoRow(`${name}: late ticks of the exchange's mixer`, `${late}`),
      infoRow(`${name}: xruns of JACK`, `${xruns}`),
    ];
  } finally {
    for (const child of busy) {
      child.kill("SIGKILL");
    }
    raw.close();
    desk?.close();
    machine.close();
    await studio.close();
  }
};

/** Returns the time of each glitch, in ms since 1970. */
function findGlitches(received: readonly ReceivedSecond[]): number[] {
  const glitchesMs: number[] = [];
  for (const { endMs, samples } of received) {
    const fromMs = endMs - (samples.length / TELEPHONE_RATE) * 1000;
    new GlitchCount(TELEPHONE_RATE, (atMs) => glitchesMs.push(fromMs + atMs)).push(samples);
  }
  return glitchesMs;
}

function describeStops(stops: readonly Stop[] | null, durationS: number): string {
  if (stops === null) {
    return "not known";
  }
  const longest = Math.max(0, ...stops.map((stop) => stop.lengthMs));
  const share = shareExplained(stops, durationS * 1000) * 100;
  return `${stops.length}, the longest ${longest.toFixed(1)} ms, ${share.toFixed(0)} % of the time near one`;
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
