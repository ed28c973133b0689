import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { expect, test } from "vitest";

const WATCH = join(import.meta.dirname, "parent-watch.ts");
const RUNS = `setInterval(() => undefined, 1000); console.log("runs");`;
const LEAVES = `process.on("SIGUSR2", () => { console.log("leaves"); process.exit(0); });`;

/** Runs the code as a part whose supervisor is killed. Returns its output and its end. */
async function loseSupervisor(code: string) {
  const child = spawn(process.execPath, ["--import", "tsx", "--import", WATCH, "-e", code], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  await once(child.stdout, "data");
  const ended = once(child, "close");
  child.stdin.destroy();
  const [status, signal] = (await ended) as [number | null, NodeJS.Signals | null];
  return { output, status, signal };
}

test("an exchange whose supervisor is killed leaves its calls to the next start, and other parts end", async () => {
  const [exchange, other] = await Promise.all([
    loseSupervisor(LEAVES + RUNS),
    loseSupervisor(RUNS),
  ]);

  expect(exchange).toEqual({ output: "runs\nleaves\n", status: 0, signal: null });
  expect(other).toEqual({ output: "runs\n", status: null, signal: "SIGTERM" });
});
