/**
 * Measures the calls that are set up and hung up in a second, with fifty concurrent calls. `sipp`
 * calls a number of a whole exchange, which fetches the document over HTTP and opens media for each
 * call. For comparison, `sipp` calls another `sipp`, which only answers.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findFreePort } from "@linedesk/base";
import { ExchangeProcess } from "./support/exchange-process.ts";
import { type Bench, limitRow } from "./support/row.ts";
import { WebApplication } from "./support/web-application.ts";

const NUMBER = "+61255500101";
const AT_ONCE = 50;
const RATE = 2000;
const folder = mkdtempSync(join(tmpdir(), "linedesk-sipp-"));

function sipp(args: string[]) {
  return spawn("sipp", [...args, "-i", "127.0.0.1", "-nostdin"], { cwd: folder, stdio: "ignore" });
}

/** Returns the calls a second. Throws when one of them failed. */
async function callsPerSecond(target: string, calls: number): Promise<number> {
  const load = ["-r", String(RATE), "-l", String(AT_ONCE), "-m", String(calls), "-d", "0"];
  const startMs = performance.now();
  const caller = sipp(["-sn", "uac", "-s", NUMBER, ...load, "-timeout", "120", target]);
  const [code] = (await once(caller, "exit")) as [number | null];
  if (code !== 0) {
    throw new Error(`sipp ended with ${code}: a call failed.`);
  }
  return (calls * 1000) / (performance.now() - startMs);
}

async function measureSippPair(calls: number): Promise<number> {
  const port = await findFreePort();
  const answering = sipp(["-sn", "uas", "-p", String(port)]);
  try {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return await callsPerSecond(`127.0.0.1:${port}`, calls);
  } finally {
    answering.kill("SIGKILL");
  }
}

async function measureExchange(calls: number): Promise<number> {
  const exchange = await ExchangeProcess.start();
  const application = await WebApplication.start(() => '<Pause length="60"/>');
  try {
    const VoiceUrl = application.url("/voice");
    await exchange.post("/IncomingPhoneNumbers.json", { PhoneNumber: NUMBER, VoiceUrl });
    const target = `${exchange.sip.address}:${exchange.sip.port}`;
    await callsPerSecond(target, AT_ONCE);
    return await callsPerSecond(target, calls);
  } finally {
    application.close();
    await exchange.close();
  }
}

export const run: Bench = async ({ seconds }) => {
  const calls = (seconds ?? 10) * 100;
  try {
    const ours = await measureExchange(calls);
    const bare = await measureSippPair(calls);
    return [
      limitRow(`sip: calls set up and hung up a second (${calls})`, ours.toFixed(0), {
        beside: `${bare.toFixed(0)} between two sipp; >= 50`,
        holds: ours >= 50,
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
