import { fstatSync } from "node:fs";
import { createRequire } from "node:module";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

import {
  LOOP_SAMPLE_MS,
  onPartLoaded,
  onPartMigration,
  onPartReady,
  type PartFacts,
} from "@linedesk/base";
import { HEARTBEAT_FD, type HeartbeatLine } from "./heartbeat.ts";

const BEAT_EVERY_MS = 1_000;

/**
 * Sends a heartbeat from this part's event loop once a second. A separate thread forwards the
 * heartbeats and reads the stack of a blocked loop. A part without a supervisor sends none.
 */
export function startHeartbeat(): void {
  if (!isSupervised()) {
    return;
  }
  const worker = openWorker();
  worker.on("error", (error) => process.stderr.write(`heartbeat thread failed: ${error.stack}\n`));
  worker.unref();
  const delay = monitorEventLoopDelay({ resolution: LOOP_SAMPLE_MS });
  delay.enable();
  let readFacts: (() => PartFacts) | null = null;
  let isMigrating = false;
  let isLoaded = false;
  let beats = 0;
  function beat(): void {
    beats += 1;
    const delayMs = Math.max(0, Math.round(delay.max / 1e6) - LOOP_SAMPLE_MS);
    delay.reset();
    const facts = readFacts?.() ?? null;
    const line: HeartbeatLine = { type: "beat", beats, delayMs, facts, isMigrating, isLoaded };
    worker.postMessage(line);
  }
  onPartReady((read) => {
    readFacts = read;
    beat();
  });
  onPartMigration((isSo) => {
    isMigrating = isSo;
    beat();
  });
  onPartLoaded(() => {
    isLoaded = true;
    beat();
  });
  beat();
  setInterval(beat, BEAT_EVERY_MS).unref();
}

function isSupervised(): boolean {
  try {
    return fstatSync(HEARTBEAT_FD).isSocket();
  } catch {
    // The process was started without this file descriptor.
    return false;
  }
}

/**
 * Node 20 does not strip types, and `--import tsx` has no effect in a worker thread. A worker that
 * runs from TypeScript therefore registers tsx itself.
 */
function openWorker(): Worker {
  const options = { name: "heartbeat", execArgv: [] };
  if (!import.meta.url.endsWith(".ts")) {
    return new Worker(new URL("./heartbeat-worker.js", import.meta.url), options);
  }
  const home = pathToFileURL(createRequire(import.meta.url).resolve("tsx/package.json"));
  const tsx = new URL("./dist/esm/api/index.mjs", home).href;
  const file = new URL("./heartbeat-worker.ts", import.meta.url).href;
  const code = `import(${JSON.stringify(tsx)})
    .then(({ register }) => { register(); return import(${JSON.stringify(file)}); })`;
  return new Worker(code, { ...options, eval: true });
}
