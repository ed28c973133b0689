import { lookup } from "node:dns/promises";

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

/** Lets every listener ring and waits for the last to hang up; false when nobody answers SIP. */
export async function runDemo(run: DemoRun): Promise<boolean> {
  const { say, signal } = run;
  const host = await addressOf(run.config.host);
  if (host === null || !(await isSipReachable({ address: host, port: run.config.port }))) {
    return false;
  }
  const config = { ...run.config, host };
  say(`${config.listeners} listeners ring. Ctrl-C lets all of them hang up.`);
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

/** The IPv4 address of a host; null when there is none of that name. */
async function addressOf(host: string): Promise<string | null> {
  try {
    return (await lookup(host, 4)).address;
  } catch {
    // The caller says that nobody answers there, which is what the person needs to know.
    return null;
  }
}
