import type { ChildProcess } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { findFreePort } from "@linedesk/base";
import { Balancer } from "@linedesk/testkit";
import { loadSecrets } from "../../apps/server/src/config/secrets.ts";
import { startAccount, stopAccount } from "../../apps/server/tests/support/twilio-account.ts";
import { ProtocolDesk } from "../crashes/protocol-desk.ts";
import { ReplicaServer } from "./replica-server.ts";
import { writeClockShift } from "./shifted-clock.ts";
import { SiteCallers } from "./site-callers.ts";
import { SiteDatabase, type DatabaseAddresses } from "./site-database.ts";

export interface SiteOptions {
  folder: string;
  database: DatabaseAddresses;
  /** Node's arguments that run the programs, and the server of another version. */
  programs: {
    server: readonly string[];
    exchange: readonly string[];
    upgraded: readonly string[];
  };
  callers: number;
  /** Is true if the first two consoles have softphones. */
  hasLines: boolean;
  env?: Record<string, string>;
}

const OPERATOR_HZ = 2_000;
const DESKS = ["Carla", "Bob", "Dan", "Erin"] as const;

/** Two servers on one PostgreSQL and one exchange, behind a balancer, with consoles and callers. */
export class ReplicaSite {
  readonly database: SiteDatabase;
  readonly balancer: Balancer;
  readonly servers: readonly [ReplicaServer, ReplicaServer];
  readonly desks: ProtocolDesk[] = [];
  readonly callers: SiteCallers;
  readonly exchangeUrl: string;
  readonly secrets: Record<string, string>;
  readonly programs: SiteOptions["programs"];
  /** The settings that all servers share. */
  readonly env: Record<string, string>;
  readonly #exchange: ChildProcess;

  private constructor(
    options: SiteOptions,
    parts: Pick<ReplicaSite, "database" | "balancer" | "servers" | "secrets" | "env"> & {
      exchange: ChildProcess;
      exchangePort: number;
      sipPort: number;
    },
  ) {
    this.database = parts.database;
    this.balancer = parts.balancer;
    this.servers = parts.servers;
    this.secrets = parts.secrets;
    this.env = parts.env;
    this.programs = options.programs;
    this.exchangeUrl = `http://127.0.0.1:${parts.exchangePort}`;
    this.callers = new SiteCallers({ address: "127.0.0.1", port: parts.sipPort });
    this.#exchange = parts.exchange;
  }

  static async open(options: SiteOptions): Promise<ReplicaSite> {
    const site = await ReplicaSite.#build(options);
    try {
      await Promise.all(site.servers.map((server) => server.start()));
      site.servers.forEach(({ links }) => site.balancer.add(links.front.port));
      await site.callers.untilTaken();
      for (let count = 0; count < options.callers; count += 1) {
        await site.callers.ring();
      }
      for (const name of DESKS) {
        site.desks.push(await ProtocolDesk.open(site.balancer, name));
      }
      for (const desk of options.hasLines ? site.desks.slice(0, 2) : []) {
        await desk.addLine("line1", OPERATOR_HZ);
      }
      return site;
    } catch (error) {
      await site.close();
      throw error;
    }
  }

  static async #build(options: SiteOptions): Promise<ReplicaSite> {
    const { folder, programs } = options;
    await mkdir(folder, { recursive: true });
    const secrets = await loadSecrets(folder);
    const [exchangePort, sipPort] = [await findFreePort(), await findFreePort()];
    const { accountSid, authToken, apiKey, apiSecret } = secrets;
    const exchange = await startAccount({
      port: exchangePort,
      sipPort,
      dataDir: join(folder, "exchange"),
      program: programs.exchange,
      account: { accountSid, authToken, apiKey, apiSecret },
    });
    const balancer = await Balancer.open();
    const database = new SiteDatabase(options.database);
    const shift = join(folder, "shift.mjs");
    await writeFile(shift, writeClockShift());
    const common = {
      folder,
      exchangePort,
      databaseUrl: options.database.url,
      program: programs.server,
      env: {
        DRAIN_SECONDS: "1",
        RATE_LIMIT: "1000000",
        PUBLIC_URL: balancer.url,
        WEBHOOK_URL: balancer.url,
        NODE_OPTIONS: `--import ${shift}`,
        ...options.env,
      },
    };
    const servers = [
      await ReplicaServer.open("one", common),
      await ReplicaServer.open("two", common),
    ] as const;
    return new ReplicaSite(options, {
      database,
      balancer,
      servers,
      secrets: { ...secrets },
      env: common.env,
      exchange,
      exchangePort,
      sipPort,
    });
  }

  /** Returns the servers with the leader of telephony first. */
  async listFromLeader(): Promise<readonly [ReplicaServer, ReplicaServer]> {
    const [one, two] = this.servers;
    const leader = await this.database.findLeader();
    return leader !== null && leader === (await two.readId()) ? [two, one] : [one, two];
  }

  async close(): Promise<void> {
    await Promise.all(this.desks.map((desk) => desk.close()));
    await this.callers.close();
    this.balancer.close();
    await Promise.all(this.servers.map((server) => server.close()));
    await stopAccount(this.#exchange);
  }
}
