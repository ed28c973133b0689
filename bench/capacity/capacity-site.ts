import { join } from "node:path";

import { Balancer, CookieClient } from "@linedesk/testkit";
import { loadSecrets } from "../../apps/server/src/config/secrets.ts";
import {
  type ServerProcess,
  startServerProcess,
} from "../../apps/server/tests/support/server-processes.ts";
import { type BenchDatabase, openBenchDatabase } from "../support/bench-database.ts";
import { readProcessorTime } from "../support/processor-time.ts";
import { EventConsole } from "./event-console.ts";
import { ScriptedCallers } from "./scripted-callers.ts";

const program = ["--enable-source-maps", join(import.meta.dirname, "../../dist/server.js")];
const PEOPLE = ["Alice", "Bob", "Carla", "Dan", "Erin"];

/** One or two servers with their PostgreSQL, scripted callers of one station, and many consoles. */
export class CapacitySite {
  readonly database: BenchDatabase;
  readonly balancer: Balancer;
  readonly callers = new ScriptedCallers();
  readonly clients: CookieClient[] = [];
  consoles: EventConsole[] = [];
  station = "";
  readonly #servers: ServerProcess[] = [];
  #env: Record<string, string> = {};

  private constructor(database: BenchDatabase, balancer: Balancer) {
    this.database = database;
    this.balancer = balancer;
  }

  static async open(
    { people }: { people: number },
    onLog?: (text: string) => void,
  ): Promise<CapacitySite> {
    const site = new CapacitySite(await openBenchDatabase(onLog), await Balancer.open());
    try {
      await site.#start(people);
      return site;
    } catch (error) {
      await site.close();
      throw error;
    }
  }

  async #start(people: number): Promise<void> {
    const { database, balancer, callers, clients } = this;
    const { authToken } = await loadSecrets(database.folder);
    const port = await callers.start({ authToken, webhookUrl: balancer.url });
    this.#env = {
      DATABASE_URL: database.urls.server,
      EXCHANGE_PORT: String(port),
      PUBLIC_URL: balancer.url,
      WEBHOOK_URL: balancer.url,
      RATE_LIMIT: "1000000",
      DRAIN_SECONDS: "0",
    };
    await this.addServer();
    while (clients.length < people) {
      const http = new CookieClient(balancer.url);
      await http.signIn(PEOPLE[clients.length % PEOPLE.length] ?? "Alice", "/2zz");
      clients.push(http);
    }
    const { items } = ((await clients[0]?.read("/station")) ?? { items: [] }) as {
      items: { id: string; callSign: string }[];
    };
    this.station = items.find(({ callSign }) => callSign === "2ZZ")?.id ?? "";
  }

  async addServer(): Promise<void> {
    const { folder } = this.database;
    const name = `server${this.#servers.length}`;
    const server = await startServerProcess(name, { folder, env: this.#env, program });
    this.#servers.push(server);
    this.balancer.add(server.port);
  }

  async removeServer(): Promise<void> {
    const server = this.#servers.pop();
    if (server !== undefined) {
      this.balancer.remove(server.port);
      await server.kill();
    }
  }

  /** Opens the socket of every console anew, so that they spread over the servers. */
  async openConsoles(): Promise<void> {
    this.consoles.forEach((console) => console.close());
    this.consoles = [];
    for (const http of this.clients) {
      this.consoles.push(await EventConsole.open(http, this.station));
    }
  }

  /** Returns the processor time of all servers and of PostgreSQL so far. */
  readProcessorTime(): { servers: number; database: number } {
    const servers = this.#servers.map(({ child }) => readProcessorTime(child.pid ?? 0));
    return {
      servers: servers.reduce((sum, ms) => sum + ms, 0),
      database: readProcessorTime(this.database.pid),
    };
  }

  async close(): Promise<void> {
    this.consoles.forEach((console) => console.close());
    this.balancer.close();
    await Promise.all(this.#servers.map((server) => server.kill()));
    await this.callers.close();
    await this.database.close();
  }
}
