/**
 * Runs a station beside four busy loops, with twelve callers who call and hang up. Meanwhile no
 * part may restart. Then it stops or blocks parts beside the same loops, and the supervisor must
 * end each of these parts. The bench fails if a part restarts without a fault, or is not ended.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

import {
  blockThread,
  inspectableEnvironment,
  type PartName,
  startStation,
  type Station,
} from "@linedesk/testkit";
import { buildBundles } from "./support/bench-desk.ts";
import { CallerChurn, type ChurnCounts } from "./support/caller-churn.ts";
import { type Bench, infoRow, requiredRow, type Row } from "./support/row.ts";

const NUMBER = "+61255500101";
const LOOPS = 4;
const CALLERS = 12;
const PARTS: readonly PartName[] = ["database", "exchange", "server"];
/**
 * The supervisor ends a blocked part after 10 s of processor time of its blocked thread. Beside the
 * loops this thread gets at most a third of a processor, so this takes 30 s or more.
 */
const FIND_TIMEOUT_MS = 300_000;
const CHECK_EVERY_MS = 100;

interface Hang {
  name: string;
  part: PartName;
  cause: (station: Station, pid: number) => Promise<void>;
}

const hangs: readonly Hang[] = [
  ...PARTS.map((part) => ({ name: `${part}, stopped`, part, cause: stop })),
  { name: "server, blocked loop", part: "server", cause: block("server", "main") },
  { name: "exchange, blocked loop", part: "exchange", cause: block("exchange", "main") },
  {
    name: "exchange, blocked media thread",
    part: "exchange",
    cause: block("exchange", "media-worker"),
  },
];

async function stop(_station: Station, pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
}

function block(part: PartName, thread: "main" | "media-worker"): Hang["cause"] {
  return async (station) => blockThread(await station.log(part), thread);
}

export const run: Bench = async ({ seconds }) => {
  buildBundles();
  const station = await startStation({ from: "bundles", env: inspectableEnvironment });
  const loops: ChildProcess[] = [];
  const callers = new CallerChurn();
  try {
    for (let index = 0; index < LOOPS; index += 1) {
      loops.push(spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
    }
    const exchange = { address: station.sip.host, port: station.sip.port };
    callers.start({ exchange, to: NUMBER, atOnce: CALLERS });
    await wait((seconds ?? 120) * 1_000);
    const restarts = PARTS.map((part) => restartsRow(station, part));
    const counts = await callers.end();
    return [...restarts, callersRow(counts), ...(await findHangs(station))];
  } finally {
    callers.close();
    for (const loop of loops) {
      loop.kill("SIGKILL");
    }
    await station.close();
  }
};

function restartsRow(station: Station, part: PartName): Row {
  const pattern = new RegExp(`The ${part} .* and restarts`, "g");
  const count = [...station.output().matchAll(pattern)].length;
  return requiredRow(`busy machine: restarts of the ${part}`, String(count), {
    beside: "0",
    holds: count === 0,
  });
}

function callersRow({ calls, failed, lost }: ChurnCounts): Row {
  return infoRow(
    `busy machine: ${CALLERS} concurrent callers, ${calls} calls`,
    `${failed} failed, ${lost} lost`,
  );
}

async function findHangs(station: Station): Promise<Row[]> {
  const rows: Row[] = [];
  for (const hang of hangs) {
    const foundMs = await measureFind(station, hang);
    const value = foundMs === null ? "not found" : `${(foundMs / 1_000).toFixed(1)} s`;
    rows.push(
      requiredRow(`busy machine: ${hang.name}, until it is ended`, value, {
        beside: `<= ${FIND_TIMEOUT_MS / 1_000} s`,
        holds: foundMs !== null,
      }),
    );
    await untilHealthy(station);
  }
  return rows;
}

/** Resolves to `null` when the part still runs after the limit. */
async function measureFind(station: Station, { part, cause }: Hang): Promise<number | null> {
  const pid = await station.pid(part);
  if (pid === null) {
    return null;
  }
  const startedAt = performance.now();
  await cause(station, pid);
  while ((await station.pid(part)) === pid) {
    if (performance.now() - startedAt > FIND_TIMEOUT_MS) {
      return null;
    }
    await wait(CHECK_EVERY_MS);
  }
  return performance.now() - startedAt;
}

async function untilHealthy(station: Station): Promise<void> {
  const until = performance.now() + FIND_TIMEOUT_MS;
  while (performance.now() < until) {
    const url = `${station.internalUrl}/api/health/parts`;
    const answer = await fetch(url).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok === true) {
      return;
    }
    await wait(CHECK_EVERY_MS);
  }
  throw new Error(`The station is not ready again: ${station.output()}`);
}
