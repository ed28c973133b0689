import { spawn, type ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { Duplex } from "node:stream";

import { type Beat, HEARTBEAT_FD } from "./heartbeat/heartbeat.ts";
import { PartHeartbeat } from "./heartbeat/part-heartbeat.ts";
import type { PartLog } from "./part-log.ts";
import type { SuccessorProcess } from "./running-process.ts";

export const STOP_TIMEOUT_MS = 12_000;
const MAX_CHARACTERS = 4_000;

export interface ProcessCommand {
  name: string;
  args: string[];
  env: Record<string, string | undefined>;
  log: Pick<PartLog, "writeOutput" | "writeError">;
  stopTimeoutMs?: number;
}

/** The line that tells a successor that the previous process has ended. */
const TAKE_OVER = "take over";

export function spawnProcess({ args, env, log, ...command }: ProcessCommand): SuccessorProcess {
  const child = spawn(process.execPath, args, {
    // The environment is copied with a spread, because libraries declare names that every
    // environment must have.
    env: { ...env } as NodeJS.ProcessEnv,
    // Standard input transports only the order to take over. When it closes, the part knows that
    // the supervisor has ended. The fourth descriptor is the channel of the heartbeat.
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
  const { heartbeat, loaded, ready } = openHeartbeat(child);
  return {
    pid: child.pid ?? 0,
    heartbeat,
    ended,
    loaded,
    ready,
    takeOver: () => void child.stdin.write(`${TAKE_OVER}\n`),
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      const late = setTimeout(
        () => child.kill("SIGKILL"),
        command.stopTimeoutMs ?? STOP_TIMEOUT_MS,
      );
      await ended;
      clearTimeout(late);
    },
    kill: () => child.kill("SIGKILL"),
  };
}

function openHeartbeat(child: ChildProcess) {
  const watched = new EventEmitter<{ beat: [Beat] }>();
  function until(isSo: (beat: Beat) => boolean): Promise<void> {
    return new Promise((resolve) => watched.on("beat", (beat) => isSo(beat) && resolve()));
  }
  const channel = child.stdio[HEARTBEAT_FD];
  const heartbeat =
    channel instanceof Duplex
      ? new PartHeartbeat(channel, (beat) => watched.emit("beat", beat))
      : null;
  return {
    heartbeat,
    loaded: until(({ isLoaded }) => isLoaded === true),
    ready: until(({ facts }) => facts !== null),
  };
}

function collectStderr(child: ChildProcess, log: ProcessCommand["log"]): () => string {
  let words = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => log.writeOutput(text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    log.writeError(text);
    words = (words + text).slice(-MAX_CHARACTERS);
  });
  return () => words.trim();
}
