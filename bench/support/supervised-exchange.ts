import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { findFreePort } from "@linedesk/base";
import { answerCalls, type AnsweringListener } from "@linedesk/testkit";
import type { ExchangeUnderCalls } from "./crash-callers.ts";
import { postToExchange } from "./post-to-exchange.ts";

const DIST = join(import.meta.dirname, "../../dist");
const execFileAsync = promisify(execFile);

/** An exchange with its supervisor, as a service of the package runs it. */
export class SupervisedExchange implements ExchangeUnderCalls {
  readonly telephone: AnsweringListener;
  readonly address: { address: string; port: number };
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #supervisor: ChildProcess;

  private constructor(telephone: AnsweringListener, folder: string, env: NodeJS.ProcessEnv) {
    this.telephone = telephone;
    this.address = { address: "127.0.0.1", port: Number(env["SIP_PORT"]) };
    this.#folder = folder;
    this.#env = env;
    this.#supervisor = spawn(process.execPath, [join(DIST, "start.js"), "--part", "exchange"], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
  }

  static async start(): Promise<SupervisedExchange> {
    const telephone = await answerCalls();
    const folder = mkdtempSync(join(tmpdir(), "linedesk-planned-"));
    const names = ["PORT", "INTERNAL_PORT", "EXCHANGE_PORT", "SIP_PORT"];
    const ports: Record<string, string> = {};
    for (const name of names) {
      ports[name] = String(await findFreePort());
    }
    const exchange = new SupervisedExchange(telephone, folder, {
      ...process.env,
      ...ports,
      LINEDESK_DATA: folder,
      SIP_PEER: `127.0.0.1:${String(telephone.address.port)}`,
      DIAL_CALLS_PER_MINUTE: "0",
      DIAL_CONCURRENT: "0",
      LOG_LEVEL: "info",
    });
    const { stdout } = exchange.#supervisor;
    const gone = once(exchange.#supervisor, "exit").then(() => {
      throw new Error("The exchange did not start.");
    });
    gone.catch(() => undefined);
    await Promise.race([stdout === null ? gone : once(stdout, "data"), gone]);
    stdout?.resume();
    return exchange;
  }

  /** Runs `linedesk restart exchange`, and resolves when the command has ended. */
  async restart(): Promise<void> {
    await execFileAsync(process.execPath, [join(DIST, "linedesk.js"), "restart", "exchange"], {
      env: this.#env,
    });
  }

  post(path: string, form: Record<string, string>): Promise<void> {
    const text = readFileSync(join(this.#folder, "secrets.json"), "utf8");
    const { accountSid: sid, authToken } = JSON.parse(text) as Record<string, string>;
    const account = { sid: sid ?? "", authToken: authToken ?? "" };
    return postToExchange(Number(this.#env["EXCHANGE_PORT"]), account, { path, form });
  }

  async close(): Promise<void> {
    const ended = once(this.#supervisor, "exit");
    this.#supervisor.kill("SIGTERM");
    await ended;
    await this.telephone.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
