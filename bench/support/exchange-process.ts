/** Runs a whole exchange in a child process, which starts from this same file. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

import { programEnvironment } from "@linedesk/speech";
import { processVitals } from "@linedesk/testkit";
import { readConfig, startExchange, type Exchange } from "../../apps/exchange/src/index.ts";

interface Started {
  type: "started";
  url: string;
  sip: { address: string; port: number };
  account: Exchange["account"];
}
interface Delay {
  type: "delay";
  p99Ms: number;
}

/** Memory and handles of the process, and the delay of its main thread since the last report. */
export interface Vitals {
  memoryMb: number;
  handles: number;
  delayP99Ms: number;
}

export class ExchangeProcess {
  readonly #child: ChildProcess;
  readonly #started: Started;

  private constructor(child: ChildProcess, started: Started) {
    this.#child = child;
    this.#started = started;
  }

  static async start(): Promise<ExchangeProcess> {
    const file = fileURLToPath(import.meta.url);
    const child = fork(file, ["--exchange"], { execArgv: ["--import", "tsx"] });
    const gone = once(child, "exit").then(() => {
      throw new Error("The exchange did not start.");
    });
    const [started] = (await Promise.race([once(child, "message"), gone])) as [Started];
    gone.catch(() => undefined);
    return new ExchangeProcess(child, started);
  }

  get url(): string {
    return this.#started.url;
  }

  get sip(): { address: string; port: number } {
    return this.#started.sip;
  }

  /** Calls REST with the account's own credentials. */
  async post(path: string, form: Record<string, string>): Promise<void> {
    const { sid, authToken } = this.#started.account;
    const login = Buffer.from(`${sid}:${authToken}`).toString("base64");
    const answer = await fetch(`${this.url}/2010-04-01/Accounts/${sid}${path}`, {
      method: "POST",
      headers: { authorization: `Basic ${login}` },
      body: new URLSearchParams(form),
    });
    if (!answer.ok) {
      throw new Error(`The exchange refused ${path}: ${answer.status}`);
    }
  }

  async vitals(): Promise<Vitals> {
    this.#child.send("delay");
    const [{ p99Ms }] = (await once(this.#child, "message")) as [Delay];
    const { memoryMb, handles } = await processVitals(this.#child.pid ?? 0);
    return { memoryMb, handles, delayP99Ms: p99Ms };
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
      return;
    }
    const gone = once(this.#child, "exit");
    this.#child.disconnect();
    const late = setTimeout(() => this.#child.kill("SIGKILL"), 10_000);
    await gone;
    clearTimeout(late);
  }
}

/** A bench makes more calls from one address than real callers do. */
const noRateLimit = { perSecond: 100_000, burst: 100_000 };

async function serve(): Promise<void> {
  const config = readConfig({ ...programEnvironment(process.env), LOG_LEVEL: "silent" });
  const exchange = await startExchange(
    { ...config, port: 0, sip: { ...config.sip, port: 0 }, dataFolder: null },
    { sipLimits: { invites: noRateLimit, otherRequests: noRateLimit } },
  );
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  process.on("message", () => {
    process.send?.({ type: "delay", p99Ms: delay.percentile(99) / 1e6 } satisfies Delay);
    delay.reset();
  });
  process.on("disconnect", () => void exchange.close().then(() => process.exit(0)));
  const { url, sip, account } = exchange;
  process.send?.({ type: "started", url, sip, account } satisfies Started);
}

if (process.argv[2] === "--exchange") {
  await serve();
}
