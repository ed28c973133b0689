import { once } from "node:events";
import { Worker } from "node:worker_threads";

import { expect, test } from "vitest";

import { startTimer } from "./start-timer.ts";

const ANSWER = `
  const { parentPort, workerData } = require("node:worker_threads");
  parentPort.once("message", () => {
    parentPort.postMessage("answer");
    Atomics.store(workerData, 0, 1);
    Atomics.notify(workerData, 0);
  });
  parentPort.postMessage("ready");
`;

test("a timer does not end a wait whose answer arrived while the event loop was blocked", async () => {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(ANSWER, { eval: true, workerData: flag });
  try {
    await once(worker, "message");
    // The event loop runs the timers next, and reads messages after them.
    await new Promise((resolve) => setImmediate(resolve));
    const outcome = new Promise<string>((resolve) => {
      const stop = startTimer(1, () => resolve("too late"));
      worker.once("message", () => {
        stop();
        resolve("answered");
      });
    });
    worker.postMessage("question");
    // The answer arrives while this thread is blocked, and the timer is due long before it.
    Atomics.wait(flag, 0, 0);
    const endMs = performance.now() + 5;
    while (performance.now() < endMs) {
      // The timer becomes due.
    }

    expect(await outcome).toBe("answered");
  } finally {
    await worker.terminate();
  }
});

test("a timer without an answer runs", async () => {
  const outcome = new Promise<string>((resolve) => startTimer(1, () => resolve("too late")));

  expect(await outcome).toBe("too late");
});
