/**
 * Measures what a station without calls costs: processor time and memory of server and exchange,
 * in the second half of ten minutes. The database and the supervisor are listed separately.
 */
import { readFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

import { type PartName, startStation, type Station } from "@linedesk/testkit";
import { buildBundles } from "./support/bench-desk.ts";
import { type Bench, infoRow, limitRow, type Row } from "./support/row.ts";

const SECONDS = 600;
const PROCESSOR_LIMIT_PERCENT = 2;
const MEMORY_LIMIT_MB = 350;
/** USER_HZ of Linux on every architecture that Linedesk runs on. */
const TICKS_PER_SECOND = 100;
/** The measured share of the run; the first half is the start and its clean-up. */
const MEASURED_SHARE = 0.5;

interface Cost {
  percent: number;
  /** The proportional set size: shared pages count by the share of this process. */
  memoryMb: number;
}

export const run: Bench = async ({ seconds }) => {
  buildBundles();
  const station = await startStation({ from: "bundles" });
  try {
    const runMs = (seconds ?? SECONDS) * 1_000;
    await wait(runMs * (1 - MEASURED_SHARE));
    const measuredMs = runMs * MEASURED_SHARE;
    const [server, exchange, database] = await Promise.all([
      measurePart(station, "server", measuredMs),
      measurePart(station, "exchange", measuredMs),
      measurePart(station, "database", measuredMs),
    ]);
    return [
      ...limits({
        percent: server.percent + exchange.percent,
        memoryMb: server.memoryMb + exchange.memoryMb,
      }),
      costRow("server", server),
      costRow("exchange", exchange),
      costRow("main process of the database", database),
      infoRow("idle: load average of the machine, 5 min", (loadavg()[1] ?? 0).toFixed(2)),
    ];
  } finally {
    await station.close();
  }
};

async function measurePart(station: Station, part: PartName, ms: number): Promise<Cost> {
  const pid = await station.pid(part);
  if (pid === null) {
    throw new Error(`The ${part} does not run.`);
  }
  const startedAt = performance.now();
  const before = await readProcessorSeconds(pid);
  await wait(ms);
  const used = (await readProcessorSeconds(pid)) - before;
  const percent = (used / (performance.now() - startedAt)) * 100_000;
  return { percent, memoryMb: await readMemoryMb(pid) };
}

/** Reads user and system time of the process from proc_pid_stat(5). */
async function readProcessorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [fields[11], fields[12]];
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
}

async function readMemoryMb(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(rollup)?.[1];
  return Number(kilobytes) / 1_024;
}

function limits({ percent, memoryMb }: Cost): Row[] {
  return [
    limitRow("idle: server and exchange, processor", `${percent.toFixed(2)} % of a core`, {
      beside: `<= ${PROCESSOR_LIMIT_PERCENT} %`,
      holds: percent <= PROCESSOR_LIMIT_PERCENT,
    }),
    limitRow("idle: server and exchange, memory (PSS)", `${Math.round(memoryMb)} MB`, {
      beside: `<= ${MEMORY_LIMIT_MB} MB`,
      holds: memoryMb <= MEMORY_LIMIT_MB,
    }),
  ];
}

function costRow(name: string, { percent, memoryMb }: Cost): Row {
  return infoRow(`idle: ${name}`, `${percent.toFixed(2)} %, ${Math.round(memoryMb)} MB`);
}
