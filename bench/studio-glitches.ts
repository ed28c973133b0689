/**
 * Glitches of an audio server's line in a call, both cores busy, for as long as `--seconds` says
 * (600 makes it ten minutes), beside the raw loop of JACK in the same run: holes and jumps in a
 * tone that was received, the caller's at the studio's desk and the desk's at the caller's
 * telephone; how often a queue ran empty, and how much was dropped after a stall; JACK's xruns.
 * What two telephones have of each other by the exchange alone is counted too: that is no fault of
 * the line. How often the call's receive buffer made up sound for packets that came late or not at
 * all is told beside. An xrun is a period in which the card had no sound; the raw loop's own clock
 * stands still in it with the card's, so that its tone does not show it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

import type { SipListener } from "@linedesk/testkit";
import { GLITCH_TONE_HZ, GlitchCount } from "./support/glitch-count.ts";
import { JackLoop } from "./support/jack-loop.ts";
import { describePriority } from "./support/real-time.ts";
import { type Bench, infoRow, limitRow, type Row } from "./support/row.ts";
import { type Direction, Studio } from "./support/studio.ts";

const SETTLE_MS = 5_000;
const TELEPHONE_RATE = 8_000;
const LISTEN_MS = 1_000;
/** Of JACK: what one of its xruns takes from whoever plays and records. */
const PERIOD_MS = 10;

type Counts = Pick<Direction, "refills" | "trimmedMs">;

export const run: Bench = async ({ seconds }) => {
  const durationS = seconds ?? 60;
  const studio = await Studio.open();
  const raw = await JackLoop.start(studio.sound.name, "tone");
  const busy: ChildProcess[] = [];
  let desk: JackLoop | null = null;
  try {
    const listener = await studio.ring();
    listener.say(GLITCH_TONE_HZ);
    await studio.accept();
    const pair = await studio.ringPair();
    pair.first.say(GLITCH_TONE_HZ);
    desk = await JackLoop.start(studio.sound.name, "desk");
    for (let core = 0; core < availableParallelism(); core += 1) {
      busy.push(spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
    }
    // In life they are on machines of their own. What is started later would have their priority.
    studio.spareOthers();
    await wait(SETTLE_MS);
    raw.forget();
    desk.forget();
    const before = await studio.line1();
    const lateBefore = await studio.lateTicks();
    const [atListener = 0, atOther = 0] = await countAt([listener, pair.other], durationS * 1000);
    const after = await studio.line1();
    const late = (await studio.lateTicks()) - lateBefore;
    const [bare, atDesk] = [await raw.report(), await desk.report()];
    const xruns = after.xruns - before.xruns;
    const concealed = after.reception.concealed - before.reception.concealed;
    const name = `studio glitches, ${durationS} s, all cores busy, ${describePriority(studio.isRealTime)}`;
    function received(where: string, glitches: number): Row {
      return limitRow(`${name}: in the tone at the ${where}`, `${glitches}`, {
        beside: `raw ${bare.glitches}, xruns ${xruns}, exchange alone ${atOther}`,
        holds: glitches <= bare.glitches + xruns + atOther,
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
      infoRow(`${name}: in the tone of the raw loop of JACK`, `${bare.glitches}`),
      infoRow(`${name}: in the tone between two telephones`, `${atOther}`),
      received("studio's desk", atDesk.glitches),
      received("caller's telephone", atListener),
      infoRow(`${name}: raw loop of JACK`, describeCounts(bare)),
      counted("to the device", since(before.toStudio, after.toStudio)),
      counted("from the device", since(before.fromStudio, after.fromStudio)),
      infoRow(`${name}: what the desk itself made`, describeCounts(atDesk)),
      infoRow(`${name}: made up by the call's receive buffer`, `${concealed}`),
      infoRow(`${name}: late ticks of the exchange's mixer`, `${late}`),
      infoRow(`${name}: xruns of JACK`, `${xruns}`),
    ];
  } finally {
    for (const child of busy) {
      child.kill("SIGKILL");
    }
    raw.close();
    desk?.close();
    await studio.close();
  }
};

/** A second each; what lies between two is as long as a packet, and not looked at twice. */
async function countAt(listeners: readonly SipListener[], durationMs: number): Promise<number[]> {
  const endMs = performance.now() + durationMs;
  const glitches = listeners.map(() => 0);
  while (performance.now() < endMs) {
    await wait(LISTEN_MS);
    for (const [i, listener] of listeners.entries()) {
      const one = new GlitchCount(TELEPHONE_RATE);
      one.push(listener.receivedAudio(LISTEN_MS));
      glitches[i] = (glitches[i] ?? 0) + one.count;
    }
  }
  return glitches;
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
