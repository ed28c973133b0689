import { networkInterfaces } from "node:os";
import { join } from "node:path";

import { backgroundClock } from "@linedesk/base";
import type { Config } from "../config/config.ts";
import { isLoopback } from "../config/is-loopback.ts";
import type { Secrets } from "../config/secrets.ts";
import type { Settings } from "../config/settings.ts";
import { checkIssuer } from "../platform/health/check-issuer.ts";
import { DRAIN_MS } from "../platform/health/drain-time.ts";
import { findOwnExchange, type OwnExchange, requireOwnExchange } from "./find-own-exchange.ts";
import {
  HANG_ALLOWANCES,
  type HangAllowances,
  increaseAllowances,
} from "./hangs/hang-allowances.ts";
import { readProgress, type Progress } from "./hangs/read-thread.ts";
import { StartBudget } from "./hangs/start-budget.ts";
import { LogFile } from "./log-file.ts";
import { OrderSocket } from "./orders/order-socket.ts";
import { processIdentity } from "./orphaned-processes.ts";
import { PartLog } from "./part-log.ts";
import { resolveSipHost, type Ports } from "./ports.ts";
import { DatabaseHeartbeat } from "./postgres/database-heartbeat.ts";
import { startEmbeddedPostgres } from "./postgres/embedded-postgres.ts";
import { listPasswords } from "./postgres/postgres-options.ts";
import { prepareDatabase } from "./prepare-database.ts";
import type { RunningProcess, SuccessorProcess } from "./running-process.ts";
import { removeRunning, writeRunning, type RunningState } from "./running-state.ts";
import { orderSocketOf, type Scope } from "./scope.ts";
import {
  type EnvironmentOptions,
  exchangeEnvironment,
  serverEnvironment,
} from "./server-environment.ts";
import { spawnProcess, STOP_TIMEOUT_MS } from "./spawn-process.ts";
import { toStartError, toExitError, StartError } from "./start-error.ts";
import { formatStartMessage } from "./start-message.ts";
import { readStationFacts } from "./station-facts-store.ts";
import { type PartExit, SupervisedProcess } from "./supervised-process.ts";
import { type ReadyWait, waitUntilExchangeAnswers, waitUntilReady } from "./wait-until-ready.ts";
import { watchPart } from "./watch-part.ts";

type Environment = Record<string, string | undefined>;

export interface SupervisorOptions {
  env: Environment;
  programs: { server: string[]; exchange: string[] };
  /** The parts that this supervisor runs; without it the whole station. */
  scope?: Scope;
  /**
   * With true, the embedded database gets the password in the secrets, which are generated when
   * they are lost.
   */
  resetDatabasePassword?: boolean;
  print: (text: string) => void;
  /** Receives the log lines of the server and the exchange in addition to the files. */
  forward?: ((line: string) => void) | undefined;
  /** These limits for a silent part replace the usual ones. */
  allowances?: Partial<HangAllowances>;
}

interface StationProcessesOptions {
  options: SupervisorOptions;
  scope: Scope;
  settings: Settings;
  secrets: Secrets;
  config: Config;
  ports: Ports;
  logDir: string;
  /** The path of the report of the running parts. */
  report: string;
  unlock: () => void;
}

interface SupervisedPart {
  name: string;
  log: PartLog;
  launch: () => Promise<RunningProcess>;
  launchSuccessor?: (() => SuccessorProcess) | undefined;
}

export class StationProcesses {
  readonly #parts: StationProcessesOptions;
  readonly #processes: SupervisedProcess[] = [];
  readonly #ending = new AbortController();
  #databaseUrl: string | null;
  #databaseOwnerUrl: string | null;
  readonly #own: OwnExchange | null;
  #isReady = false;
  #closing: Promise<void> | null = null;
  #orders: OrderSocket | null = null;

  constructor(parts: StationProcessesOptions) {
    this.#parts = parts;
    this.#databaseUrl = parts.config.database.url;
    this.#databaseOwnerUrl = parts.config.database.ownerUrl;
    const { config, settings, ports } = parts;
    this.#own = findOwnExchange(config, { ...settings, EXCHANGE_PORT: ports.exchange });
  }

  async start(): Promise<void> {
    const { scope, settings } = this.#parts;
    if (scope !== "exchange" && this.#databaseUrl === null) {
      await this.#startDatabase();
    }
    if (scope === "exchange") {
      requireOwnExchange(this.#own, settings);
    }
    if (scope !== "server" && this.#own !== null) {
      await this.#startExchange();
    }
    if (scope !== "exchange") {
      await this.#prepareDatabase();
      await this.#startServer();
    }
    if (this.#ending.signal.aborted) {
      return;
    }
    await this.#printStartMessage();
    this.#orders = this.#openOrders();
    this.#isReady = true;
    this.#writeState();
  }

  async #startExchange(): Promise<void> {
    const { programs } = this.#parts.options;
    await this.#startProcess(
      "exchange",
      programs.exchange,
      exchangeEnvironment(this.#environment()),
    );
    if (this.#parts.scope === "exchange") {
      const url = `http://127.0.0.1:${this.#parts.ports.exchange}/health`;
      await this.#waitUntilReady((wait) => waitUntilExchangeAnswers(url, wait));
    }
  }

  async #startServer(): Promise<void> {
    const { options, ports } = this.#parts;
    const { server } = options.programs;
    await this.#startProcess("server", server, serverEnvironment(this.#environment()));
    const url = `http://127.0.0.1:${ports.internal}`;
    await this.#waitUntilReady((wait) => waitUntilReady(url, wait));
  }

  #environment(): EnvironmentOptions {
    const { config, ports, settings, options } = this.#parts;
    const databaseUrl = this.#databaseUrl ?? "";
    return { given: options.env, settings, config, ports, databaseUrl, own: this.#own };
  }

  close(how: { leavesCalls?: boolean } = {}): Promise<void> {
    this.#closing ??= this.#close(how);
    return this.#closing;
  }

  /**
   * Starts one part again: the exchange by a successor, which continues its calls. Throws
   * `StartError` when the successor does not load; the part then continues to run.
   */
  async restart(name: string): Promise<number | null> {
    const part = this.#processes.find((one) => one.name === name);
    await (name === "exchange" ? part?.replace("SIGUSR2") : part?.restart());
    return part?.pid ?? null;
  }

  /** Makes each part read its certificates again, and prints which changes need a restart. */
  reload(): void {
    const parts = this.#processes.filter(({ name }) => name !== "database");
    parts.forEach((part) => part.reload());
    const names = parts.map(({ name }) => name).join(" and ");
    this.#parts.options.print(
      `SIGHUP: ${names} read their certificates again. Changed settings, STATIONS and SIP_TRUNKS need a restart ("linedesk restart server", "linedesk restart exchange"), and changes of the environment need a restart of the service.`,
    );
  }

  async #close({ leavesCalls = false }: { leavesCalls?: boolean }): Promise<void> {
    this.#ending.abort();
    this.#orders?.close();
    // The server ends first, while the exchange and the database still run.
    for (const part of this.#processes.toReversed()) {
      await part.stop(leavesCalls && part.name === "exchange" ? "SIGUSR2" : "SIGTERM");
    }
    removeRunning(this.#parts.report);
    this.#parts.unlock();
  }

  #openOrders(): OrderSocket {
    const { scope, config, options } = this.#parts;
    return new OrderSocket({
      path: join(config.dataDir, orderSocketOf(scope)),
      obey: async ({ part }) => ({ pid: await this.restart(part) }),
      // Without orders, `linedesk restart` signals the parts itself, as it does with earlier
      // supervisors.
      onError: ({ message }) => options.print(`The supervisor accepts no orders: ${message}.`),
    });
  }

  async #startDatabase(): Promise<void> {
    const { config, ports, secrets, options } = this.#parts;
    // PostgreSQL's log lines have their own format, so they are written only to its file.
    const log = this.#logOf("postgres", undefined);
    const launch = async () => {
      const server = await startEmbeddedPostgres({
        dir: join(config.dataDir, "postgres"),
        port: ports.database,
        passwords: listPasswords(secrets),
        resetPassword: options.resetDatabasePassword === true && !this.#isReady,
        onLog: (text) => log.writeOutput(text),
      });
      this.#databaseUrl = server.urls.server;
      this.#databaseOwnerUrl = server.urls.owner;
      const heartbeat = new DatabaseHeartbeat(server.urls.server, backgroundClock);
      return { ...server, heartbeat, ended: server.ended.then(() => "") };
    };
    await this.#supervise({ name: "database", log, launch });
  }

  /**
   * Migrates the database as its owner. Without a separate owner, the server migrates the database
   * itself.
   */
  async #prepareDatabase(): Promise<void> {
    const [ownerUrl, serverUrl] = [this.#databaseOwnerUrl, this.#databaseUrl];
    if (ownerUrl === null || serverUrl === null || this.#ending.signal.aborted) {
      return;
    }
    const ran = await prepareDatabase({ ownerUrl, serverUrl });
    // A new database gets every migration.
    if (ran.length > 0 && !ran.includes("001-baseline")) {
      this.#parts.options.print(`The database was migrated: ${ran.join(", ")}.`);
    }
  }

  #startProcess(name: string, args: string[], env: Environment): Promise<void> {
    const log = this.#logOf(name, this.#parts.options.forward);
    const drainMs = this.#parts.config.http.drainMs ?? DRAIN_MS;
    const stopTimeoutMs = STOP_TIMEOUT_MS + (name === "server" ? drainMs : 0);
    const spawn = (more: string[]) =>
      spawnProcess({ name, args: [...args, ...more], env, log, stopTimeoutMs });
    const launchSuccessor = name === "exchange" ? () => spawn(["--successor"]) : undefined;
    return this.#supervise({ name, log, launch: async () => spawn([]), launchSuccessor });
  }

  #logOf(name: string, forward: SupervisorOptions["forward"]): PartLog {
    const { logDir, config } = this.#parts;
    const file = new LogFile(join(logDir, `${name}.log`));
    return new PartLog({ name, file, format: config.log.format, forward });
  }

  async #supervise({ name, log, launch, launchSuccessor }: SupervisedPart): Promise<void> {
    if (this.#ending.signal.aborted) {
      throw new StartError("The start was interrupted.");
    }
    const { print } = this.#parts.options;
    const allowances = { ...HANG_ALLOWANCES, ...this.#parts.options.allowances };
    const part = new SupervisedProcess({
      name,
      launch,
      ...(launchSuccessor === undefined ? {} : { launchSuccessor }),
      watch: (running, hangs, onHung) =>
        watchPart({
          name,
          running,
          log,
          print,
          allowances: increaseAllowances(allowances, hangs),
          readProgress: () => this.#readProgress(),
          mayEnd: () => this.#mayEnd(name),
          onHung,
        }),
      onStart: () => this.#writeState(),
      onExit: (exit) => this.#reportExit(exit),
    });
    this.#processes.push(part);
    try {
      await part.start();
    } catch (error) {
      throw toStartError(name, error);
    }
  }

  #reportExit({ name, hang, pauseMs }: PartExit): void {
    this.#writeState();
    if (!this.#isReady) {
      return;
    }
    const again = pauseMs === 0 ? "now" : `in ${pauseMs / 1000} s`;
    const what = hang === null ? "ended unexpectedly" : `hung (${hang}; see its log)`;
    this.#parts.options.print(`The ${name} ${what} and restarts ${again}.`);
  }

  /**
   * The progress of all parts, because the start of one waits for the work of others. A migration
   * counts like a wait for the disk, because the database can be on another machine.
   */
  #readProgress(): Progress {
    const pids = this.#processes.flatMap(({ pid }) => (pid === null ? [] : [pid]));
    const progress = readProgress(pids);
    return this.#processes.some(({ isMigrating }) => isMigrating)
      ? { ...progress, isAtDisk: true }
      : progress;
  }

  /** The exchange carries the calls, so other suspect parts are ended first. */
  #mayEnd(name: string): boolean {
    return (
      name !== "exchange" || !this.#processes.some((part) => part.name !== name && part.isSuspect)
    );
  }

  /** Until the station is ready for the first time, the end of a part fails the start. */
  async #waitUntilReady(ask: (wait: ReadyWait) => Promise<void>): Promise<void> {
    const deaths = this.#processes.map(async (part) => {
      const words = await part.firstExit;
      // The supervisor itself has ended the part.
      if (this.#ending.signal.aborted) {
        return;
      }
      throw toExitError(part.name, words);
    });
    const finished = new AbortController();
    const signal = AbortSignal.any([finished.signal, this.#ending.signal]);
    try {
      const budget = new StartBudget({
        allowanceMs: this.#parts.options.allowances?.startMs ?? HANG_ALLOWANCES.startMs,
        readProgress: () => this.#readProgress(),
        elapsedMs: () => performance.now(),
      });
      await Promise.race([ask({ signal, budget }), Promise.all(deaths)]);
    } finally {
      finished.abort();
      for (const death of deaths) {
        death.catch(() => undefined);
      }
    }
  }

  #writeState(): void {
    const { report, options } = this.#parts;
    try {
      writeRunning(report, this.#describeState());
    } catch (error) {
      // A full disk must neither end the station nor start a part twice.
      options.print(`${report} could not be written: ${String(error)}`);
    }
  }

  #describeState(): RunningState {
    const { config, ports, settings } = this.#parts;
    return {
      supervisor: process.pid,
      parts: Object.fromEntries(this.#processes.map((part) => [part.name, part.pid])),
      marks: Object.fromEntries(this.#processes.flatMap(readMark)),
      ready: this.#isReady,
      url: config.http.publicUrl,
      internalUrl: `http://127.0.0.1:${ports.internal}`,
      exchangeUrl: (this.#own?.service ?? config.telephony).apiUrl ?? "",
      sip: { host: resolveSipHost(settings), port: ports.sip },
      databaseUrl: this.#databaseUrl ?? "",
      databaseOwnerUrl: this.#databaseOwnerUrl ?? "",
    };
  }

  async #printStartMessage(): Promise<void> {
    const { scope, config, ports, settings, options } = this.#parts;
    const sip = { host: resolveSipHost(settings), port: ports.sip };
    if (scope === "exchange") {
      options.print(`The exchange is ready. SIP listens on ${sip.host}, port ${sip.port}.`);
      return;
    }
    const [facts, issuer] = await Promise.all([
      readStationFacts(this.#databaseUrl ?? ""),
      config.auth.issuer === null ? null : checkIssuer(config.auth.issuer),
    ]);
    const addresses = isLoopback(config.http.host) ? [] : ownAddresses();
    const { dataDir } = config;
    const issuerProblem = issuer?.words ?? "";
    const announced = settings.MEDIA_ADDRESS ?? null;
    const isService = scope !== "station";
    const shown = { isService, config, facts, sip, announced, addresses, dataDir, issuerProblem };
    options.print(formatStartMessage(shown));
  }
}

function readMark({ name, pid }: SupervisedProcess): [name: string, mark: string][] {
  const mark = pid === null ? null : processIdentity(pid);
  return mark === null ? [] : [[name, mark]];
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter((entry) => !entry.internal && !entry.address.startsWith("fe80:"))
    .map((entry) => entry.address);
}
