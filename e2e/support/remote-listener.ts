import { spawn } from "node:child_process";
import { once } from "node:events";

import { pollUntil } from "./poll-until.ts";

export interface RemoteListenerOptions {
  /** The command that runs the listener elsewhere, such as `ip netns exec NAME`. */
  within: string[];
  exchange: { address: string; port: number };
  from: string;
  to: string;
  /** The tone that it sends, and the tone that it measures. */
  sends: number;
  receives: number;
}

export interface RemoteListenerReport {
  status: string;
  /** The amplitude 0..1 of the measured tone, over the last 400 ms. */
  tone: number;
  /** The loudness 0..1 of all received sound in the last second. */
  loudness: number;
}

export interface RemoteListener {
  untilReport(
    what: string,
    isSo: (report: RemoteListenerReport) => boolean,
  ): Promise<RemoteListenerReport>;
  hangUp(): Promise<void>;
  close(): Promise<void>;
}

/** On a busy machine the process takes half a minute to start. */
const REPORT_MS = 60_000;
const HANG_UP_MS = 15_000;

/** Starts a listener with a SIP telephone in a separate process, on another network. */
export function startRemoteListener({ within, ...call }: RemoteListenerOptions): RemoteListener {
  const program = new URL("./remote-listener-child.ts", import.meta.url).pathname;
  const command = [...within, process.execPath, "--import", import.meta.resolve("tsx"), program];
  const [file = "", ...args] = command;
  const child = spawn(file, [...args, JSON.stringify(call)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  let last: RemoteListenerReport = { status: "starting", tone: 0, loudness: 0 };
  child.on("message", (message) => {
    last = message as RemoteListenerReport;
  });
  async function hangUp(): Promise<void> {
    if (child.connected) {
      child.disconnect();
    }
    const lost = setTimeout(() => child.kill("SIGKILL"), HANG_UP_MS);
    await ended;
    clearTimeout(lost);
  }
  return {
    untilReport: (what, isSo) => pollUntil(what, () => last, isSo, REPORT_MS),
    hangUp,
    close: hangUp,
  };
}
