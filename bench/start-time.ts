/**
 * From the command to a station that takes calls: the built bundles, as `npm start` runs them, on
 * an empty data folder and then again on the data that are there. Each later station has its server
 * killed once: how long until it is back.
 */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startStation } from "@linedesk/testkit";
import { formatPercentiles } from "./support/percentiles.ts";
import { type Bench, limitRow, type Row } from "./support/row.ts";

const FIRST_LIMIT_MS = 20_000;
const LATER_LIMIT_MS = 5000;
const BACK_LIMIT_MS = 5000;
const MIN_LATER = 3;
const SECONDS_PER_START = 5;

export const run: Bench = async ({ seconds }) => {
  const dataDir = await mkdtemp(join(tmpdir(), "linedesk-start-"));
  // As root the database runs as another user, who must be able to pass.
  await chmod(dataDir, 0o755);
  try {
    const first = await startOnce(dataDir);
    const later: Measured[] = [];
    const count = Math.max(MIN_LATER, Math.round((seconds ?? 0) / SECONDS_PER_START));
    for (let index = 0; index < count; index += 1) {
      later.push(await startOnce(dataDir));
    }
    return [
      row("first start, on no data: command to ready", [first.readyMs], FIRST_LIMIT_MS),
      row(
        "later start, on its data: command to ready",
        later.map(({ readyMs }) => readyMs),
        LATER_LIMIT_MS,
      ),
      row(
        "killed server: kill to healthy again",
        later.map(({ backMs }) => backMs),
        BACK_LIMIT_MS,
      ),
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
};

interface Measured {
  /** Until the supervisor says that the station is ready. */
  readyMs: number;
  /** From the kill of the server until the station is healthy again. */
  backMs: number;
}

async function startOnce(dataDir: string): Promise<Measured> {
  const startedAt = performance.now();
  const station = await startStation({ from: "bundles", dataDir });
  const readyMs = performance.now() - startedAt;
  const killedAt = performance.now();
  await station.restart("server");
  const backMs = performance.now() - killedAt;
  await station.close();
  return { readyMs, backMs };
}

function row(name: string, all: number[], limitMs: number): Row {
  return limitRow(`${name} (${all.length})`, formatPercentiles(all), {
    beside: `each <= ${limitMs} ms`,
    holds: Math.max(...all) <= limitMs,
  });
}
