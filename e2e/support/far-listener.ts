import { spawn } from "node:child_process";
import { once } from "node:events";

import { until } from "./poll.ts";

export interface FarListenerOptions {
  /** What runs him elsewhere, such as `ip netns exec NAME`. */
  within: string[];
  exchange: { address: string; port: number };
  from: string;
  to: string;
  /** The tone that he says, and the tone that he listens for. */
  sends: number;
  hears: number;
}

export interface FarReport {
  status: string;
  /** Amplitude 0..1 of the tone that he listens for, over the last 400 ms. */
  tone: number;
  /** Loudness 0..1 of all that he heard in the last second. */
  loudness: number;
}

export interface FarListener {
  untilHeard(what: string, isSo: (report: FarReport) => boolean): Promise<FarReport>;
  hangUp(): Promise<void>;
  close(): Promise<void>;
}

/** A listener with a SIP telephone in a process of his own, on another network. */
export function ringFromFar({ within, ...call }: FarListenerOptions): FarListener {
  const program = new URL("./far-listener-child.ts", import.meta.url).pathname;
  const command = [...within, process.execPath, "--import", import.meta.resolve("tsx"), program];
  const [file = "", ...args] = command;
  const child = spawn(file, [...args, JSON.stringify(call)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  let last: FarReport = { status: "starting", tone: 0, loudness: 0 };
  child.on("message", (message) => {
    last = message as FarReport;
  });
  async function hangUp(): Promise<void> {
    if (child.connected) {
      child.disconnect();
    }
    await ended;
  }
  return {
    untilHeard: (what, isSo) => until(what, () => last, isSo, 15_000),
    hangUp,
    close: hangUp,
  };
}
