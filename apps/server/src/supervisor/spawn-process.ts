import { spawn, type ChildProcess } from "node:child_process";
import { Duplex } from "node:stream";

import { HEARTBEAT_FD } from "./heartbeat/heartbeat.ts";
import { PartHeartbeat } from "./heartbeat/part-heartbeat.ts";
import type { PartLog } from "./part-log.ts";
import type { RunningProcess } from "./running-process.ts";

const STOP_TIMEOUT_MS = 12_000;
const MAX_CHARACTERS = 4_000;

export interface ProcessCommand {
  name: string;
  args: string[];
  env: Record<string, string | undefined>;
  log: PartLog;
}

export function spawnProcess({ args, env, log }: ProcessCommand): RunningProcess {
  const child = spawn(process.execPath, args, {
    // The environment is copied with a spread, because libraries declare names that every
    // environment must have.
    env: { ...env } as NodeJS.ProcessEnv,
    // Standard input carries no data; when it closes, the part knows that the supervisor has ended.
    // The fourth descriptor is the channel of the heartbeat.
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    // Only the supervisor may receive Ctrl+C of a terminal, because it ends the parts in order.
    detached: true,
  });
  const lastWords = collectStderr(child, log);
  child.stdin.on("error", () => {
    // The process ended before it read its input; its end is reported separately.
  });
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", () => resolve(lastWords()));
  });
  const channel = child.stdio[HEARTBEAT_FD];
  return {
    pid: child.pid ?? 0,
    heartbeat: channel instanceof Duplex ? new PartHeartbeat(channel) : null,
    ended,
    stop: (signal) => stopChild(child, ended, signal),
    kill: () => child.kill("SIGKILL"),
  };
}

function collectStderr(child: ChildProcess, log: PartLog): () => string {
  let words = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => log.writeOutput(text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    log.writeError(text);
    words = (words + text).slice(-MAX_CHARACTERS);
  });
  return () => words.trim();
}

async function stopChild(
  child: ChildProcess,
  ended: Promise<string>,
  signal: NodeJS.Signals = "SIGTERM",
): Promise<void> {
  child.kill(signal);
  const late = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(late);
}
