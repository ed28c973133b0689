/**
 * Where the processor's time goes between a listener's INVITE and the painted row, with 200 others
 * waiting: V8's profiles of server, exchange and page over the same rings, as flame graphs
 * (bench/.output/flames/*.svg) and as the functions that take most.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, type CDPSession } from "@playwright/test";

import { type BenchDesk, openBenchDesk } from "./support/bench-desk.ts";
import { type CpuProfile, type Flame, flameOf, topSelfTimes } from "./support/cpu-profile.ts";
import { drawFlames } from "./support/flame-picture.ts";
import { inspectable, startProfile } from "./support/node-inspector.ts";
import { ringOnce } from "./support/ring-once.ts";
import { type Bench, infoRow, type Row } from "./support/row.ts";
import { WaitingCallers } from "./support/waiting-callers.ts";

const WAITING = 200;
const RINGS = 60;
const WARM_UP = 5;
const INTERVAL_US = 250;
const MAIN_LINE = "+61255500101";
const TOP = 8;
const outputFolder = join(import.meta.dirname, ".output", "flames");

export const run: Bench = async () => {
  const profiles = await profileRings();
  mkdirSync(outputFolder, { recursive: true });
  return Object.entries(profiles).flatMap(([part, profile]) => {
    // For the browser's own tools.
    writeFileSync(join(outputFolder, `${part}.cpuprofile`), JSON.stringify(profile));
    return report(part, flameOf(profile));
  });
};

async function profileRings(): Promise<Record<"page" | "server" | "exchange", CpuProfile>> {
  const crowd = new WaitingCallers();
  const desk = await openBenchDesk({ env: inspectable }).catch(async (error: unknown) => {
    await crowd.close();
    throw error;
  });
  try {
    const { page, station } = desk;
    const { host: address, port } = station.sip;
    await crowd.ring({ exchange: { address, port }, to: MAIN_LINE, count: WAITING });
    const rows = page.getByRole("grid");
    await expect(rows).toHaveAttribute("aria-rowcount", String(WAITING + 1), { timeout: 20_000 });
    await ringTimes(desk, 0, WARM_UP);
    const stopPage = await startPageProfile(await page.context().newCDPSession(page));
    const stopServer = await startProfile(await station.log("server"), INTERVAL_US);
    const stopExchange = await startProfile(await station.log("exchange"), INTERVAL_US);
    await ringTimes(desk, WARM_UP, WARM_UP + RINGS);
    const [pageProfile, server, exchange] = await Promise.all([
      stopPage(),
      stopServer(),
      stopExchange(),
    ]);
    return { page: pageProfile, server, exchange };
  } finally {
    await desk.close();
    await crowd.close();
  }
}

async function ringTimes({ page, station }: BenchDesk, from: number, to: number): Promise<void> {
  for (let index = from; index < to; index += 1) {
    await ringOnce(page, station, index);
  }
}

async function startPageProfile(devtools: CDPSession): Promise<() => Promise<CpuProfile>> {
  await devtools.send("Profiler.enable");
  await devtools.send("Profiler.setSamplingInterval", { interval: INTERVAL_US });
  await devtools.send("Profiler.start");
  return async () => {
    const { profile } = await devtools.send("Profiler.stop");
    return { ...profile, samples: profile.samples ?? [], timeDeltas: profile.timeDeltas ?? [] };
  };
}

function report(part: string, flame: Flame): Row[] {
  const each = flame.totalUs / 1_000 / RINGS;
  const title = `${part}: ${each.toFixed(1)} ms of processor time a ring, ${RINGS} rings`;
  writeFileSync(join(outputFolder, `${part}.svg`), drawFlames(flame, title));
  return [
    infoRow(`flames: ${part}, busy a ring`, `${each.toFixed(1)} ms`),
    ...topSelfTimes(flame, TOP).map(({ name, selfUs }) =>
      infoRow(`flames: ${part}, ${name}`, `${((selfUs / flame.totalUs) * 100).toFixed(1)} %`),
    ),
  ];
}
