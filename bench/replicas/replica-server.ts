import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { findFreePort } from "@linedesk/base";
import { NetworkLink } from "@linedesk/testkit";
import {
  type ServerProcess,
  startServerProcess,
} from "../../apps/server/tests/support/server-processes.ts";

interface ReplicaOptions {
  folder: string;
  env: Record<string, string>;
  databaseUrl: string;
  exchangePort: number;
  program: readonly string[];
}

/** The networks of one server, each of which can be interrupted. */
interface ServerLinks {
  database: NetworkLink;
  exchange: NetworkLink;
  /** Requests and sockets of consoles, and webhooks. */
  front: NetworkLink;
}

/** One of the servers of a site, which can be stopped, killed, and replaced by another build. */
export class ReplicaServer {
  readonly name: string;
  readonly links: ServerLinks;
  readonly #options: ReplicaOptions;
  readonly #port: number;
  #process: ServerProcess | null = null;
  #program: readonly string[];
  starts = 0;

  private constructor(
    name: string,
    options: ReplicaOptions,
    { port, links }: { port: number; links: ServerLinks },
  ) {
    this.name = name;
    this.links = links;
    this.#options = options;
    this.#program = options.program;
    this.#port = port;
  }

  static async open(name: string, options: ReplicaOptions): Promise<ReplicaServer> {
    const port = await findFreePort();
    const links = {
      database: await NetworkLink.open(Number(new URL(options.databaseUrl).port)),
      exchange: await NetworkLink.open(options.exchangePort),
      front: await NetworkLink.open(port),
    };
    return new ReplicaServer(name, options, { port, links });
  }

  /** Starts the process, from now on with another build if one is given. */
  async start(program: readonly string[] = this.#program): Promise<void> {
    this.#program = program;
    const { folder, env, databaseUrl } = this.#options;
    const database = new URL(databaseUrl);
    database.port = String(this.links.database.port);
    this.#process = await startServerProcess(this.name, {
      folder,
      program,
      port: this.#port,
      env: {
        ...env,
        DATABASE_URL: database.href,
        EXCHANGE_PORT: String(this.links.exchange.port),
      },
    });
    this.starts += 1;
  }

  /** Is true when another build than the first one runs. */
  get isUpgraded(): boolean {
    return this.#program !== this.#options.program;
  }

  /** Returns the id of the running server in the database; `null` before its first start. */
  async readId(): Promise<string | null> {
    try {
      const text = await readFile(join(this.#options.folder, this.name, "server-instance"), "utf8");
      return (JSON.parse(text) as { id: string }).id;
    } catch {
      // The server has not started yet.
      return null;
    }
  }

  signal(signal: "SIGSTOP" | "SIGCONT" | "SIGUSR2"): void {
    this.#process?.child.kill(signal);
  }

  async kill(): Promise<void> {
    await this.#process?.kill();
  }

  /** Ends the process as an upgrade does: it drains first. */
  async end(): Promise<void> {
    const ended = this.#process?.ended;
    this.#process?.child.kill("SIGTERM");
    await ended;
  }

  /** Returns why this server gets no requests; `null` when it does not answer. */
  async readReasons(): Promise<string[] | null> {
    const answer = await this.#fetch("/api/health/ready");
    return answer === null ? null : (answer as { reasons: string[] }).reasons;
  }

  async isLive(): Promise<boolean> {
    return (await this.#fetch("/api/health/live")) !== null;
  }

  async #fetch(path: string): Promise<unknown> {
    try {
      const signal = AbortSignal.timeout(1_000);
      return await (await fetch(`http://127.0.0.1:${this.#port}${path}`, { signal })).json();
    } catch {
      // The server hangs, or is away.
      return null;
    }
  }

  async close(): Promise<void> {
    this.signal("SIGCONT");
    await this.kill();
    await Promise.all(Object.values(this.links).map((link: NetworkLink) => link.close()));
  }
}
