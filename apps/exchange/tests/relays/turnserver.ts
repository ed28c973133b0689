import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { findFreePort } from "@linedesk/base";
import { eventually } from "../support/booted-exchange.ts";
import { tlsMaterial } from "../support/tls-material.ts";
import { hasIpv6Loopback, outerAddress } from "./own-addresses.ts";

/** The configuration that users start from. */
const shipped = fileURLToPath(
  new URL("../../../../deploy/coturn/turnserver.conf", import.meta.url),
);
const MAX_LOG_CHARS = 200_000;

export const secret = "a-secret-that-two-servers-share";

/**
 * On a machine that has only loopback addresses, the relay relays nothing, but its permissions and
 * refusals can still be tested.
 */
const peers = outerAddress === null ? [] : [`--allowed-peer-ip=${outerAddress}`];
const relayAddresses = [outerAddress ?? "127.0.0.1", ...(hasIpv6Loopback ? ["::1"] : [])];

/** Debian's coturn with the shipped configuration and the values that a site fills in. */
export class Turnserver {
  readonly port: number;
  readonly tlsPort: number;
  readonly #child: ChildProcess;
  readonly #folder: string;
  #log = "";

  private constructor(ports: [port: number, tlsPort: number], folder: string) {
    [this.port, this.tlsPort] = ports;
    this.#folder = folder;
    tlsMaterial(folder, "relay.test");
    this.#child = spawn("turnserver", [
      "-c",
      shipped,
      `--static-auth-secret=${secret}`,
      ...peers,
      `--cert=${join(folder, "relay.test.pem")}`,
      `--pkey=${join(folder, "relay.test.key")}`,
      "--listening-ip=127.0.0.1",
      `--listening-port=${this.port}`,
      `--tls-listening-port=${this.tlsPort}`,
      ...relayAddresses.map((address) => `--relay-ip=${address}`),
      `--userdb=${join(folder, "db")}`,
      `--pidfile=${join(folder, "pid")}`,
      "--log-file=stdout",
      "--verbose",
    ]);
    const appendLog = (chunk: Buffer) =>
      (this.#log = (this.#log + chunk.toString()).slice(-MAX_LOG_CHARS));
    this.#child.stdout?.on("data", appendLog);
    this.#child.stderr?.on("data", appendLog);
  }

  static async start(): Promise<Turnserver> {
    const folder = mkdtempSync(join(tmpdir(), "linedesk-relay-"));
    const server = new Turnserver([await findFreePort(), await findFreePort()], folder);
    await eventually(
      async () => server.log,
      (log) => log.includes(`:${server.port}`) && log.includes(`:${server.tlsPort}`),
    );
    return server;
  }

  get log(): string {
    return this.#log;
  }

  get url(): string {
    return `turn:127.0.0.1:${this.port}?transport=udp`;
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    if (this.#child.exitCode === null && this.#child.kill("SIGKILL")) {
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
