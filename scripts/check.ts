/**
 * `npm run check` runs every check of a commit, with as many parallel steps as there are cores. A
 * failed step prints its output, and the others continue, so that one run shows all problems.
 * `--without-units` omits the unit tests. `--report FILE` writes the result as JSON.
 */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const UNIT_TESTS = "vitest run --project unit";

/**
 * The longest step starts first, so that the short ones use the remaining time of the other cores.
 */
export const steps = [
  "oxlint --type-aware --deny-warnings",
  UNIT_TESTS,
  checkTypes(".", "workspace"),
  "knip",
  checkTypes("e2e", "e2e"),
  checkTypes("apps/console", "console"),
  "tsx scripts/check-dialect.ts",
  "tsx scripts/check-directions.ts",
  "tsx scripts/check-rules.ts",
  "tsx scripts/check-releases.ts",
  "tsx scripts/manual-pages.ts",
  "oxfmt --check .",
];

/** Returns an incremental check, which skips files that are unchanged since the last one. */
function checkTypes(project: string, name: string): string {
  const cache = `node_modules/.cache/check/${name}.tsbuildinfo`;
  return `tsc -p ${project} --incremental --tsBuildInfoFile ${cache}`;
}

const root = join(import.meta.dirname, "..");
const bin = join(root, "node_modules", ".bin");

interface StepEnd {
  hasPassed: boolean;
  output: string;
}

async function runStep(step: string): Promise<StepEnd> {
  const child = spawn(step, {
    cwd: root,
    shell: true,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({ hasPassed: code === 0, output: Buffer.concat(output).toString("utf8") }),
    );
  });
}

/** Prints a line for each step when it ends. Returns the steps that failed. */
export async function runSteps(
  waiting: string[],
  atOnce: number,
  write: (line: string) => void,
): Promise<string[]> {
  const queue = [...waiting];
  const failed: string[] = [];
  async function runNext(): Promise<void> {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
      const startedMs = performance.now();
      const { hasPassed, output } = await runStep(step);
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      if (!hasPassed) {
        failed.push(step);
      }
      write(hasPassed ? `ok      ${step} (${seconds} s)` : `\n${output}\nFAILED  ${step}\n`);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runNext));
  if (failed.length > 0) {
    write(`check: failed: ${failed.join(", ")}`);
  }
  return failed;
}

/** Returns the steps that the arguments choose, and the path of the report. */
export function readArguments(args: string[]): { chosen: string[]; report: string | undefined } {
  const chosen = args.includes("--without-units")
    ? steps.filter((step) => step !== UNIT_TESTS)
    : steps;
  const at = args.indexOf("--report");
  return { chosen, report: at === -1 ? undefined : args[at + 1] };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { chosen, report } = readArguments(process.argv.slice(2));
  const failed = await runSteps(chosen, availableParallelism(), (line) => console.log(line));
  if (report !== undefined) {
    writeFileSync(report, JSON.stringify({ passed: chosen.length - failed.length, failed }));
  }
  process.exitCode = failed.length > 0 ? 1 : 0;
}
