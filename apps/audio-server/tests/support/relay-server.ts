import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { isIPv4 } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findFreePort } from "@linedesk/base";
import { listAddresses } from "../../src/telephony/path-restart.ts";
import { until } from "./until.ts";

export const account = { username: "a-line", credential: "a-password" };

const flags = ["-n", "--no-cli", "--no-tls", "--no-dtls", "--lt-cred-mech"];

/** Debian's coturn, by UDP and TCP. It relays between this machine's addresses, never loopback. */
export class RelayServer {
  readonly port: number;
  readonly #child: ChildProcess;
  readonly #folder = mkdtempSync(join(tmpdir(), "linedesk-relay-"));
  #log = "";

  private constructor(port: number, outer: string) {
    this.port = port;
    this.#child = spawn("turnserver", [
      ...flags,
      "--realm=linedesk",
      `--user=${account.username}:${account.credential}`,
      "--listening-ip=127.0.0.1",
      `--listening-port=${port}`,
      `--relay-ip=${outer}`,
      `--userdb=${join(this.#folder, "db")}`,
      `--pidfile=${join(this.#folder, "pid")}`,
      "--log-file=stdout",
      "--verbose",
    ]);
    this.#child.stdout?.on("data", (chunk: Buffer) => (this.#log += chunk.toString()));
  }

  static async start(): Promise<RelayServer> {
    const outer = listAddresses().find((address) => isIPv4(address));
    if (outer === undefined) {
      throw new Error("This test needs an IPv4 address beside loopback: connect the machine.");
    }
    const relay = new RelayServer(await findFreePort(), outer);
    await until("the relay listens", () => relay.log.includes(`:${relay.port}`));
    return relay;
  }

  get log(): string {
    return this.#log;
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    if (this.#child.exitCode === null && this.#child.kill("SIGKILL")) {
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
