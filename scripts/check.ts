/**
 * `npm run check`: all that must be well at every commit, as many steps side by side as there are
 * cores. What a step says is shown when it fails; the rest runs on, so that one run tells all.
 */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** What did not change since the last check is not read again. */
const types = (project: string, name: string): string =>
  `tsc -p ${project} --incremental --tsBuildInfoFile node_modules/.cache/check/${name}.tsbuildinfo`;

/** The longest first: what is short fills the end. */
export const steps = [
  "oxlint --type-aware --deny-warnings",
  "vitest run --project unit",
  types(".", "workspace"),
  "knip",
  types("e2e", "e2e"),
  types("apps/console", "console"),
  "tsx scripts/check-directions.ts",
  "tsx scripts/check-rules.ts",
  "oxfmt --check .",
];

const root = join(import.meta.dirname, "..");
const bin = join(root, "node_modules", ".bin");

interface StepEnd {
  isWell: boolean;
  said: string;
}

const runStep = async (step: string): Promise<StepEnd> => {
  const child = spawn(step, {
    cwd: root,
    shell: true,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => said.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => said.push(chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({ isWell: code === 0, said: Buffer.concat(said).toString("utf8") }),
    );
  });
};

/** Tells each step as it ends; answers whether all were well. */
export const runSteps = async (
  waiting: string[],
  atOnce: number,
  say: (line: string) => void,
): Promise<boolean> => {
  const queue = [...waiting];
  const failed: string[] = [];
  const runNext = async (): Promise<void> => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
      const startedMs = performance.now();
      const { isWell, said } = await runStep(step);
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      if (!isWell) failed.push(step);
      say(isWell ? `ok      ${step} (${seconds} s)` : `\n${said}\nFAILED  ${step}\n`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
  if (failed.length > 0) say(`check: failed: ${failed.join(", ")}`);
  return failed.length === 0;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isWell = await runSteps(steps, availableParallelism(), (line) => console.log(line));
  if (!isWell) process.exitCode = 1;
}
