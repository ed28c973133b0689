import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

const program = join(import.meta.dirname, "..", "end-run.mjs");
/** A program that runs until it is killed, and prints when it has started. */
const FOREVER = `setInterval(() => undefined, 1_000); console.log("runs");`;

async function startForever(marks: Record<string, string>) {
  const child = spawn(process.execPath, ["-e", FOREVER], {
    env: { ...process.env, LINEDESK_TEST_RUN: "another run", ...marks },
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  return child;
}

test("[SR25] a killed run leaves no process and no temporary file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-killed-"));
  writeFileSync(join(folder, "recording.wav"), "");
  const other = await startForever({});
  const left = await startForever({ LINEDESK_TEST_RUN: folder });
  const ended = once(left, "exit");
  const watch = spawn(process.execPath, [program, folder, folder], {
    stdio: ["pipe", "ignore", "inherit"],
  });

  watch.stdin.destroy();

  expect(await ended).toEqual([null, "SIGKILL"]);
  await once(watch, "exit");
  expect(existsSync(folder)).toBe(false);
  expect(other.exitCode ?? other.signalCode).toBe(null);
  other.kill("SIGKILL");
});
