import { spawn } from "node:child_process";

import { nodeArguments } from "../station/node-arguments.ts";
import type { Report, Request } from "./control.ts";

/** The test's handle of the process or page that runs an SDK. */
export interface VoiceHost {
  /** Returns false if the host has ended. */
  send(request: Request): boolean;
  onReport(take: (report: Report) => void): void;
  onEnd(over: () => void): void;
  /**
   * Ends the host without ending its calls, like a browser that crashes. Repeated calls change
   * nothing.
   */
  close(): Promise<void>;
  /** Stops the process, as a network failure does: its sockets stay open and it sends nothing. */
  freeze?(): void;
}

/**
 * Starts a process that runs the SDK in Node, with another WebRTC library in place of a browser's.
 */
export function forkVoiceHost(): VoiceHost {
  const child = spawn(process.execPath, nodeArguments("voice-child"), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return {
    send: (request) => child.connected && child.send(request),
    onReport: (take) => void child.on("message", (report) => take(report as Report)),
    onEnd: (over) => void child.on("exit", over),
    freeze: () => void child.kill("SIGSTOP"),
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
