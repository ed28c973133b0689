import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findFreePort } from "@linedesk/base";
import { answerCalls, type AnsweringListener } from "@linedesk/testkit";
import type { ExchangeUnderCalls } from "./crash-callers.ts";
import { type ExchangeAccount, postToExchange } from "./post-to-exchange.ts";

const PROGRAM = join(import.meta.dirname, "../../dist/exchange-alone.js");

/** A whole exchange from its bundle, with a telephone behind a trunk, that can be killed. */
export class KilledExchange implements ExchangeUnderCalls {
  readonly telephone: AnsweringListener;
  readonly address: { address: string; port: number };
  readonly #folder = mkdtempSync(join(tmpdir(), "linedesk-crash-"));
  readonly #restPort: number;
  #child: ChildProcess | null = null;

  private constructor(telephone: AnsweringListener, ports: { rest: number; sip: number }) {
    this.telephone = telephone;
    this.#restPort = ports.rest;
    this.address = { address: "127.0.0.1", port: ports.sip };
  }

  static async start(): Promise<KilledExchange> {
    const telephone = await answerCalls();
    const [rest, sip] = [await findFreePort(), await findFreePort()];
    const exchange = new KilledExchange(telephone, { rest, sip });
    const child = exchange.#start();
    await Promise.race([once(child.stdout ?? child, "data"), failsAtExit(child)]);
    return exchange;
  }

  /** Kills the process and starts it again at the same ports. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child !== null) {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    }
    this.#start();
  }

  async post(path: string, form: Record<string, string>): Promise<void> {
    const text = readFileSync(join(this.#folder, "exchange", "account.json"), "utf8");
    const account = JSON.parse(text) as ExchangeAccount;
    await postToExchange(this.#restPort, account, { path, form });
  }

  async close(): Promise<void> {
    this.#child?.kill("SIGKILL");
    await this.telephone.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #start(): ChildProcess {
    const child = spawn(process.execPath, [PROGRAM, "--json"], {
      env: {
        ...process.env,
        LINEDESK_DATA: this.#folder,
        EXCHANGE_PORT: String(this.#restPort),
        SIP_PORT: String(this.address.port),
        SIP_PEER: `127.0.0.1:${String(this.telephone.address.port)}`,
        DIAL_CALLS_PER_MINUTE: "0",
        DIAL_CONCURRENT: "0",
        LOG_LEVEL: "error",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    child.stdout.resume();
    this.#child = child;
    return child;
  }
}

async function failsAtExit(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, "exit")) as [number | null];
  throw new Error(`The exchange ended with ${String(code)}.`);
}
