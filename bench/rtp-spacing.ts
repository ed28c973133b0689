/**
 * The time between two packets of an audio server's AES67 stream, as the kernel stamps them at a
 * receiver on the same machine. Packets are of 1 ms.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePort } from "../apps/audio-server/tests/support/studio-station.ts";
import { compileNative } from "./support/compile-native.ts";
import { percentile } from "./support/percentiles.ts";
import { describePriority, makeRealTime } from "./support/real-time.ts";
import { type Bench, infoRow, limitRow } from "./support/row.ts";
import { Studio } from "./support/studio.ts";

const MOST_P99_MS = 1.1;
/** A receiver's buffer of 5 ms has no more room. */
const LATE_MS = 5;

export const run: Bench = async ({ seconds }) => {
  const packets = Math.round((seconds ?? 10) * 1000);
  const address = "127.0.0.1";
  const port = await freePort();
  const send = { address, port, announce: false };
  const folder = mkdtempSync(join(tmpdir(), "linedesk-rtp-spacing-"));
  const studio = await Studio.open({ type: "aes67", interface: address, send });
  try {
    const spacings = await receive(folder, port, packets);
    const [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1].map((share) => percentile(spacings, share));
    const late = spacings.filter((ms) => ms > LATE_MS).length;
    const name = `rtp spacing, packets of 1 ms, ${describePriority(studio.isRealTime)}`;
    const value = `p50 ${p50?.toFixed(2)}, p95 ${p95?.toFixed(2)}, p99 ${p99?.toFixed(2)}, max ${max?.toFixed(1)} ms`;
    return [
      limitRow(`${name} (${spacings.length})`, value, {
        beside: `p99 <= ${MOST_P99_MS} ms`,
        holds: (p99 ?? Number.NaN) <= MOST_P99_MS,
      }),
      infoRow(`${name}: more than ${LATE_MS} ms apart`, String(late)),
    ];
  } finally {
    await studio.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

async function receive(folder: string, port: number, packets: number): Promise<number[]> {
  const program = compileNative("packet-times", folder);
  const child = spawn(program, [String(port), String(packets)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  makeRealTime(child.pid);
  let text = "";
  child.stdout.on("data", (bytes: Buffer) => (text += bytes.toString("latin1")));
  const [code] = (await once(child, "close")) as [number];
  if (code !== 0) {
    throw new Error("The packets of the stream did not come.");
  }
  return text.trim().split("\n").map(Number);
}
