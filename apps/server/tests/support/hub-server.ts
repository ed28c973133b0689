import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import Pusher from "pusher";
import pusherModule, { type Channel } from "pusher-js";

import { Emitter } from "@linedesk/base";
import { createHub, type Hub, type HubOptions } from "@linedesk/hub";
import { createLogger } from "../../src/platform/logger.ts";
import { PostgresHubCluster } from "../../src/platform/realtime/hub/postgres-hub-cluster.ts";

// In Node the module is the constructor itself; its types describe the form that bundlers use.
const PusherClient = pusherModule as unknown as typeof pusherModule.default;
export type HubClient = InstanceType<typeof PusherClient>;

const keys = { appId: "linedesk", key: "app-key", secret: "app-secret" };

/** A hub of one server, with the clients that are connected to it. */
export class HubServer {
  readonly id = randomUUID();
  readonly hub: Hub;
  readonly cluster: PostgresHubCluster;
  readonly #dead = new Emitter<[ids: string[]]>();
  readonly #server = createServer((request, response) => {
    void this.hub.handleRequest(request, response);
  });
  readonly #clients: HubClient[] = [];

  private constructor(databaseUrl: string, options: Partial<HubOptions>) {
    this.cluster = new PostgresHubCluster({
      databaseUrl,
      instances: { id: this.id, onDead: (listener) => this.#dead.on(listener) },
      log: createLogger({ level: "silent" }),
    });
    this.hub = createHub({
      keys,
      channels: { takesClientEvents: () => true },
      ...options,
      cluster: this.cluster,
    });
    this.hub.attach(this.#server);
  }

  static async start(databaseUrl: string, options: Partial<HubOptions> = {}): Promise<HubServer> {
    const server = new HubServer(databaseUrl, options);
    server.#server.listen(0, "127.0.0.1");
    await Promise.all([once(server.#server, "listening"), server.cluster.ready()]);
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get pusher(): Pusher {
    return new Pusher({ ...keys, host: "127.0.0.1", port: String(this.port), useTLS: false });
  }

  /** Reports to this server that others are dead. */
  reportDead(...ids: string[]): void {
    this.#dead.emit(ids);
  }

  /** Connects a client whose channels are signed for this person. */
  connect(person: { id: string }): HubClient {
    const { pusher } = this;
    const client = new PusherClient(keys.key, {
      cluster: "",
      wsHost: "127.0.0.1",
      wsPort: this.port,
      forceTLS: false,
      enabledTransports: ["ws"],
      disableStats: true,
      channelAuthorization: {
        transport: "ajax",
        endpoint: "",
        customHandler: ({ socketId, channelName }, answer) => {
          const member = { user_id: person.id, user_info: { name: person.id } };
          answer(null, pusher.authorizeChannel(socketId, channelName, member));
        },
      },
      userAuthentication: {
        transport: "ajax",
        endpoint: "",
        customHandler: ({ socketId }, answer) => {
          answer(null, pusher.authenticateUser(socketId, person));
        },
      },
    });
    this.#clients.push(client);
    return client;
  }

  async close(): Promise<void> {
    for (const client of this.#clients) {
      client.disconnect();
    }
    await this.hub.close();
    await this.cluster.close();
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

export function nextEvent(
  target: { bind(event: string, run: (data: unknown) => void): unknown },
  event: string,
): Promise<unknown> {
  return new Promise((resolve) => {
    target.bind(event, resolve);
  });
}

export async function joinChannel<Kind extends Channel>(
  client: HubClient,
  name: string,
): Promise<Kind> {
  const channel = client.subscribe(name);
  await nextEvent(channel, "pusher:subscription_succeeded");
  return channel as Kind;
}
