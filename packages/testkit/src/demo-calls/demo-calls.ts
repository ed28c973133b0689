import { lookup } from "node:dns/promises";
import { setMaxListeners } from "node:events";

import { pause } from "../sip-listener/pause.ts";
import { isSipReachable } from "../sip-listener/sip-reachable.ts";
import type { DemoConfig } from "./config.ts";
import { makeDemoCall } from "./demo-call.ts";
import { fictionalListener } from "./fictional-listeners.ts";

export interface DemoRun {
  config: DemoConfig;
  say: (line: string) => void;
  signal: AbortSignal;
}

const longestGapMs = 1200;

/** Makes all calls and waits until the last one ends. Returns false if no SIP answer comes. */
export async function runDemo(run: DemoRun): Promise<boolean> {
  const { say, signal } = run;
  const host = await addressOf(run.config.host);
  if (host === null || !(await isSipReachable({ address: host, port: run.config.port }))) {
    return false;
  }
  const config = { ...run.config, host };
  // Each call listens to the signal, and Node warns of more than ten listeners by default.
  setMaxListeners(config.listeners + 1, signal);
  say(`${config.listeners} listeners call. Press Ctrl-C to end all calls.`);
  const calls: Promise<void>[] = [];
  for (let index = 0; index < config.listeners && !signal.aborted; index += 1) {
    calls.push(makeDemoCall({ person: fictionalListener(index), index, config, say, signal }));
    if (index + 1 < config.listeners) {
      await pause(Math.random() * longestGapMs, signal);
    }
  }
  await Promise.all(calls);
  return true;
}

/** Resolves to the IPv4 address of a host, or `null` for an unknown name. */
async function addressOf(host: string): Promise<string | null> {
  try {
    return (await lookup(host, 4)).address;
  } catch {
    // The program then reports that no SIP answer comes, which is the more useful message.
    return null;
  }
}
