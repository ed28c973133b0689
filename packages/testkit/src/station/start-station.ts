import { spawn, type ChildProcess } from "node:child_process";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { findRoot, nodeArguments } from "./node-arguments.ts";
import { readRunning, type PartName, type RunningStation } from "./running-station.ts";
import { StationError } from "./station-error.ts";

const startTimeoutMs = 60_000;
const stopTimeoutMs = 20_000;
/** The supervisor needs some time to detect a part that hangs. */
const restartTimeoutMs = 40_000;
const lookEveryMs = 25;

/** The options of a test station. */
export interface StationOptions {
  /**
   * The address on which it listens; by default loopback. For any other address it makes a
   * certificate.
   */
  host?: string;
  /** Additional settings, as in docs/configuration.md. */
  env?: Record<string, string>;
  /** A folder to keep, in which the next station finds the data; by default a temporary folder. */
  dataDir?: string;
  /**
   * `bundles` runs the result of `npm run build`, as `npm start` does. `sources` runs the current
   * code, which a test run builds itself.
   */
  from?: "sources" | "bundles";
  /** The command that starts the station, such as `["ip", "netns", "exec", "studio"]`. */
  within?: string[];
}

export interface Station extends AsyncDisposable {
  /** The public origin. */
  readonly url: string;
  /** Plain HTTP on loopback, even if the public origin uses HTTPS. */
  readonly internalUrl: string;
  readonly exchangeUrl: string;
  /** The address for SIP telephones. */
  readonly sip: { host: string; port: number };
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Returns the last 50,000 characters of the supervisor's output. */
  output(): string;
  /** Resolves to the station's secrets, by their names in `secrets.json`. */
  secrets(): Promise<Record<string, string>>;
  /** Resolves to the log of a part. */
  log(part: PartName): Promise<string>;
  pid(part: PartName): Promise<number | null>;
  /** Kills a part (SIGKILL) and resolves to its process id. The supervisor restarts the part. */
  kill(part: PartName): Promise<number>;
  /** Resolves when the part has another process id than `killed` and the station is ready again. */
  untilBack(part: PartName, killed: number): Promise<void>;
  /** Runs `kill` and `untilBack`. */
  restart(part: PartName): Promise<void>;
  /** Ends all processes, and removes the data unless `dataDir` was given. */
  close(): Promise<void>;
}

function programOf(root: string, from: StationOptions["from"]): string[] {
  return from === "bundles" ? [join(root, "dist", "start.js")] : nodeArguments("start");
}

function ownEnvironment(options: StationOptions, dataDir: string): Record<string, string> {
  return {
    NODE_ENV: "test",
    PORT: "0",
    SIP_PORT: "0",
    EXCHANGE_PORT: "0",
    LINEDESK_DATA: dataDir,
    ...(options.host === undefined
      ? {}
      : { HOST: options.host, ALLOW_DEMO_SSO: "true", PHONE_ENABLED: "true" }),
    ...options.env,
  };
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-station-"));
  // If the tests run as root, the database runs as another user, who needs access to the folder.
  await chmod(folder, 0o755);
  return folder;
}

/**
 * Starts a whole station with its own database, exchange and server as processes, on free ports,
 * under the supervisor that operators use. Throws `StationError` with its output if it is not ready
 * within a minute.
 */
export async function startStation(options: StationOptions = {}): Promise<Station> {
  const dataDir = options.dataDir ?? (await makeFolder());
  const root = findRoot();
  const command = [...(options.within ?? []), process.execPath, ...programOf(root, options.from)];
  const [file = process.execPath, ...args] = command;
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, ...ownEnvironment(options, dataDir) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collectOutput(child);
  const station = new BootedStation({
    child,
    output,
    dataDir,
    keepsData: options.dataDir !== undefined,
    isWrapped: options.within !== undefined,
  });
  try {
    await station.untilReady();
    return station;
  } catch (error) {
    await station.close();
    throw error;
  }
}

function collectOutput(child: ChildProcess): () => string {
  let text = "";
  function take(part: string): void {
    text = (text + part).slice(-50_000);
  }
  child.stdout?.setEncoding("utf8").on("data", take);
  child.stderr?.setEncoding("utf8").on("data", take);
  return () => text;
}

interface BootedParts {
  child: ChildProcess;
  output: () => string;
  dataDir: string;
  keepsData: boolean;
  /**
   * Is true if another command started the station. The visible process id can be that command's.
   */
  isWrapped: boolean;
}

class BootedStation implements Station {
  readonly #parts: BootedParts;
  readonly #ended: Promise<void>;
  #state: RunningStation | null = null;
  #closing: Promise<void> | null = null;

  constructor(parts: BootedParts) {
    this.#parts = parts;
    this.#ended = new Promise((resolve) => {
      parts.child.once("exit", () => resolve());
      parts.child.once("error", () => resolve());
    });
  }

  get #running(): RunningStation {
    if (this.#state === null) {
      throw new StationError("The station is not running.");
    }
    return this.#state;
  }

  get url(): string {
    return this.#running.url;
  }

  get internalUrl(): string {
    return this.#running.internalUrl;
  }

  get exchangeUrl(): string {
    return this.#running.exchangeUrl;
  }

  get sip(): { host: string; port: number } {
    return this.#running.sip;
  }

  /**
   * The address of the database with the role that owns it, which a test needs for its own changes.
   */
  get databaseUrl(): string {
    return this.#running.databaseOwnerUrl || this.#running.databaseUrl;
  }

  get dataDir(): string {
    return this.#parts.dataDir;
  }

  output(): string {
    return this.#parts.output();
  }

  async secrets(): Promise<Record<string, string>> {
    const text = await readFile(join(this.dataDir, "secrets.json"), "utf8");
    return JSON.parse(text) as Record<string, string>;
  }

  log(part: PartName): Promise<string> {
    const name = part === "database" ? "postgres" : part;
    return readFile(join(this.dataDir, "logs", `${name}.log`), "utf8");
  }

  async pid(part: PartName): Promise<number | null> {
    return (await readRunning(this.dataDir))?.parts[part] ?? null;
  }

  async untilReady(): Promise<void> {
    let hasEnded = false;
    void this.#ended.then(() => {
      hasEnded = true;
    });
    await this.#until("The station is not ready", startTimeoutMs, async () => {
      if (hasEnded) {
        throw new StationError(`The station ended: ${this.output()}`);
      }
      const state = await readRunning(this.dataDir);
      // An earlier station may have left a file in the same folder.
      const isOurs = this.#parts.isWrapped || state?.supervisor === this.#parts.child.pid;
      if (state?.ready !== true || !isOurs) {
        return false;
      }
      this.#state = state;
      return true;
    });
  }

  async kill(part: PartName): Promise<number> {
    const pid = await this.pid(part);
    if (pid === null) {
      throw new StationError(`The ${part} is not running.`);
    }
    process.kill(pid, "SIGKILL");
    return pid;
  }

  async untilBack(part: PartName, killed: number): Promise<void> {
    await this.#until(`The ${part} is not back`, restartTimeoutMs, async () => {
      const pid = await this.pid(part);
      return pid !== null && pid !== killed && (await this.#isHealthy());
    });
  }

  async restart(part: PartName): Promise<void> {
    await this.untilBack(part, await this.kill(part));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    const { child, dataDir, keepsData } = this.#parts;
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
    await this.#ended;
    clearTimeout(late);
    if (!keepsData) {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  /** Asks the server and the exchange itself, because the server's report can be a second old. */
  async #isHealthy(): Promise<boolean> {
    try {
      const addresses = [`${this.internalUrl}/api/health/parts`, this.exchangeUrl];
      const [server, exchange] = await Promise.all(
        addresses.map(async (address) => {
          const answer = await fetch(address, { signal: AbortSignal.timeout(3_000) });
          await answer.body?.cancel();
          return answer;
        }),
      );
      return server?.ok === true && exchange !== undefined;
    } catch {
      // A part does not listen yet.
      return false;
    }
  }

  async #until(problem: string, timeoutMs: number, look: () => Promise<boolean>): Promise<void> {
    const until = performance.now() + timeoutMs;
    while (!(await look())) {
      if (performance.now() > until) {
        throw new StationError(`${problem} after ${timeoutMs / 1000} s: ${this.output()}`);
      }
      await wait(lookEveryMs);
    }
  }
}
