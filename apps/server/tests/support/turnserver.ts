import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findFreePort } from "@linedesk/base";

export interface Turnserver {
  port: number;
  close: () => Promise<void>;
}

/** Starts Debian's coturn on loopback, with logins of a shared secret. */
export async function startTurnserver(secret: string): Promise<Turnserver> {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-relay-"));
  const port = await findFreePort();
  const child = spawn("turnserver", [
    "-n",
    "--use-auth-secret",
    `--static-auth-secret=${secret}`,
    "--realm=relay.test",
    "--listening-ip=127.0.0.1",
    `--listening-port=${port}`,
    "--relay-ip=127.0.0.1",
    "--no-tls",
    "--no-dtls",
    "--no-cli",
    `--userdb=${join(folder, "db")}`,
    `--pidfile=${join(folder, "pid")}`,
    "--log-file=stdout",
    "--verbose",
  ]);
  const ended = once(child, "close");
  await new Promise<void>((resolve, reject) => {
    let log = "";
    const read = (chunk: Buffer) => {
      log = `${log}${chunk.toString()}`.slice(-20_000);
      // coturn opens its UDP listener after its TCP listener.
      if (
        /UDP listener opened on\s*:\s*127\.0\.0\.1/.test(log) ||
        log.includes(`127.0.0.1:${port}`)
      ) {
        resolve();
      }
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    child.once("close", () => reject(new Error(`turnserver ended: ${log}`)));
  });
  return {
    port,
    async close() {
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
