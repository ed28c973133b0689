/**
 * From the command to a station that takes calls: the built bundles, as `npm start` runs them, on an
 * empty data folder and then again on the data that are there.
 */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStation } from "@linedesk/testkit";
import { type Bench, held, type Row } from "./support/row.ts";
import { spread } from "./support/spread.ts";

const firstLimitMs = 20_000;
const laterLimitMs = 5000;
const minLater = 3;
const secondsPerStart = 5;

export const run: Bench = async ({ seconds }) => {
  const dataDir = await mkdtemp(join(tmpdir(), "linedesk-start-"));
  // As root the database runs as another user, who must be able to pass.
  await chmod(dataDir, 0o755);
  try {
    const first = await startOnce(dataDir);
    const later: number[] = [];
    const count = Math.max(minLater, Math.round((seconds ?? 0) / secondsPerStart));
    for (let index = 0; index < count; index += 1) later.push(await startOnce(dataDir));
    return [
      row("first start, on no data", [first], firstLimitMs),
      row("later start, on its data", later, laterLimitMs),
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
};

/** Milliseconds until the supervisor says that the station is ready. */
const startOnce = async (dataDir: string): Promise<number> => {
  const startedAt = performance.now();
  const station = await startStation({ from: "bundles", dataDir });
  const ms = performance.now() - startedAt;
  await station.close();
  return ms;
};

const row = (name: string, all: number[], limitMs: number): Row =>
  held(`${name}: command to ready (${all.length})`, spread(all), {
    beside: `each <= ${limitMs} ms`,
    holds: Math.max(...all) <= limitMs,
  });
