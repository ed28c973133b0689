import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

import { expect, onTestFinished, test } from "vitest";

import { readProgress, readThread } from "./read-thread.ts";

async function run(script: string): Promise<{ child: ChildProcess; pid: number }> {
  const child = spawn(process.execPath, ["-e", script], {
    stdio: ["ignore", "pipe", "ignore"],
    // A separate process group, so that its children end with it.
    detached: true,
  });
  const { pid = 0 } = child;
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) {
      process.kill(-pid, "SIGKILL");
    }
  });
  await once(child.stdout, "data");
  return { child, pid };
}

const BUSY = `process.stdout.write("up"); for (;;);`;
const IDLE = `process.stdout.write("up"); setInterval(() => {}, 60_000);`;

test("[XR263] a busy loop uses processor time", async () => {
  const { pid } = await run(BUSY);
  const first = readThread(pid);

  await expect
    .poll(() => (readThread(pid)?.cpuMs ?? 0) - (first?.cpuMs ?? 0), { timeout: 20_000 })
    .toBeGreaterThan(100);

  expect(readThread(pid)?.state).toBe("running");
  expect(readProgress([pid]).cpuMs).toBeGreaterThan(100);
});

test("[XR263] a process that waits for events sleeps, and SIGSTOP stops it", async () => {
  const { child, pid } = await run(IDLE);
  await expect.poll(() => readThread(pid)?.state).toBe("sleeping");

  child.kill("SIGSTOP");

  await expect.poll(() => readThread(pid)?.state).toBe("stopped");
});

test("[XR263] a busy loop that shares its processor waits in the run queue", async () => {
  const [first] = await Promise.all(Array.from({ length: 6 }, () => run(BUSY)));
  const pid = first?.pid ?? 0;

  const before = readThread(pid);

  await expect
    .poll(() => (readThread(pid)?.waitMs ?? 0) - (before?.waitMs ?? 0), { timeout: 20_000 })
    .toBeGreaterThan(100);
});

test("[XR263] the waiting of a child process is counted separately", async () => {
  const { pid } = await run(`
    const { spawn } = require("node:child_process");
    for (let i = 0; i < 6; i += 1) spawn(process.execPath, ["-e", "for (;;);"]);
    ${IDLE}
  `);
  const before = readThread(pid);

  await expect
    .poll(() => (readThread(pid)?.otherWaitMs ?? 0) - (before?.otherWaitMs ?? 0), {
      timeout: 20_000,
    })
    .toBeGreaterThan(100);
});

test("an ended process has no reading", async () => {
  const { child, pid } = await run(IDLE);
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;

  expect(readThread(pid)).toBe(null);
  expect(readProgress([pid])).toEqual({ cpuMs: 0, waitMs: 0, isAtDisk: false });
});
