import { spawn } from "node:child_process";

import { nodeArguments } from "../station/node-arguments.ts";
import type { Report, Request } from "./control.ts";

/** What runs an SDK for a voice client, as seen from the test. */
export interface VoiceHost {
  /** False when it is gone. */
  send(request: Request): boolean;
  onReport(take: (report: Report) => void): void;
  onEnd(over: () => void): void;
  /** Without a word to anybody, as a browser that crashes; idempotent. */
  close(): Promise<void>;
}

/** A process of its own, in which the SDK takes Node and another's WebRTC for a browser. */
export function forkVoiceHost(): VoiceHost {
  const child = spawn(process.execPath, nodeArguments("voice-child"), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return {
    send: (request) => child.connected && child.send(request),
    onReport: (take) => void child.on("message", (report) => take(report as Report)),
    onEnd: (over) => void child.on("exit", over),
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) {
        return;
      }
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
    },
  };
}
