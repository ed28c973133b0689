/**
 * `npm run bench [name...] [--seconds N] [--lapse N] [--parts A,B] [--seed N]` runs one bench after
 * the other, each in a separate process, and prints the results. See docs/benchmarks.md.
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { benchNames, proofNames } from "./support/bench-names.ts";
import { renderTable } from "./support/render-table.ts";
import type { Row } from "./support/row.ts";

interface RunArguments {
  names: readonly string[];
  seconds: string | null;
  lapse: string | null;
  parts: string | null;
  seed: string | null;
}

/** A bench that hangs is ended at this limit, so that the next benches still run. */
const LIMIT_MS = 900_000;
const outputFolder = join(import.meta.dirname, ".output");

class UsageError extends Error {
  override name = "UsageError";
  readonly code = "usage";
}

function readArguments(args: string[]): RunArguments {
  const { values, positionals } = parseArgs({
    args,
    options: {
      seconds: { type: "string" },
      lapse: { type: "string" },
      parts: { type: "string" },
      seed: { type: "string" },
    },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !benchNames.includes(name));
  if (unknown.length > 0) {
    throw new UsageError(
      `No bench is named ${unknown.join(", ")}. There are: ${benchNames.join(", ")}.`,
    );
  }
  const seconds = values.seconds ?? null;
  if (seconds !== null && !(Number(seconds) > 0 && Number(seconds) <= 36_000)) {
    throw new UsageError(`--seconds must be a number above 0 and at most 36000, not "${seconds}".`);
  }
  const lapse = values.lapse ?? null;
  if (lapse !== null && !(Number(lapse) >= 1 && Number(lapse) <= 60)) {
    throw new UsageError(`--lapse must be a number from 1 to 60, not "${lapse}".`);
  }
  const { parts = null, seed = null } = values;
  if (seed !== null && !/^\d{1,9}$/.test(seed)) {
    throw new UsageError(`--seed must be a whole number of at most nine digits, not "${seed}".`);
  }
  const names = positionals.length === 0 ? benchNames : positionals;
  return { names, seconds, lapse, parts, seed };
}

/** Returns the rows of one bench. If it failed, a row states this. */
function runOne(name: string, { seconds, lapse, parts, seed }: RunArguments): Promise<Row[]> {
  return new Promise((resolve) => {
    let rows: Row[] | null = null;
    const child = fork(
      join(import.meta.dirname, "support", "one-bench.ts"),
      [name, seconds ?? "", lapse ?? "", parts ?? "", seed ?? ""],
      {
        execArgv: ["--import", "tsx"],
        // The bench has its own process group, so that `endGroup` also ends its children.
        detached: true,
      },
    );
    let beside = "";
    function end(): void {
      endGroup(child);
    }
    const late = setTimeout(
      () => {
        beside = "exceeded its time limit and was ended";
        end();
      },
      LIMIT_MS + Number(seconds ?? 0) * 4000 + lapsedMs(lapse),
    );
    process.once("SIGINT", end).once("SIGTERM", end);
    child.on("message", (sent: Row[]) => {
      rows = sent;
    });
    child.once("exit", () => {
      clearTimeout(late);
      process.off("SIGINT", end).off("SIGTERM", end);
      const unmeasured: Row = { name, value: "could not be measured", beside, holds: false };
      resolve(
        rows ?? [proofNames.includes(name) ? { ...unmeasured, isRequired: true } : unmeasured],
      );
    });
  });
}

/** Returns the real time of one simulated hour at this time-lapse factor; 0 without a factor. */
function lapsedMs(lapse: string | null): number {
  return lapse === null ? 0 : 3_600_000 / Number(lapse);
}

function endGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) {
    process.kill(-pid, "SIGTERM");
  }
}

function machine(): string {
  const [first] = cpus();
  const [one = 0, five = 0] = loadavg();
  const load = `load average ${one.toFixed(2)} (5 min ${five.toFixed(2)})`;
  return `${cpus().length} cores (${first?.model.trim() ?? "unknown"}), ${load}, Node ${process.versions.node}`;
}

async function main(): Promise<void> {
  const choice = readArguments(process.argv.slice(2));
  const { names, seconds, lapse } = choice;
  const startedAt = new Date().toISOString();
  const atStart = machine();
  console.log(`${startedAt}  ${atStart} at the start\n`);
  const results: { name: string; rows: Row[] }[] = [];
  let isStopped = false;
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => (isStopped = true));
  }
  for (const name of names) {
    if (isStopped) {
      break;
    }
    console.log(`measuring ${name} ...`);
    results.push({ name, rows: await runOne(name, choice) });
  }
  const all = results.flatMap(({ rows }) => rows);
  console.log(`\n${renderTable(all)}`);
  process.exitCode = all.some(({ isRequired, holds }) => isRequired && holds === false) ? 1 : 0;
  mkdirSync(outputFolder, { recursive: true });
  const report = { startedAt, machine: atStart, seconds, lapse, results };
  writeFileSync(join(outputFolder, "results.json"), `${JSON.stringify(report, null, 2)}\n`);
}

try {
  await main();
} catch (error) {
  const isUsage = error instanceof UsageError || (error instanceof TypeError && "code" in error);
  if (!isUsage) {
    throw error;
  }
  console.error(error.message);
  process.exitCode = 2;
}
