import type { IncomingMessage } from "node:http";

import { createHub, type Hub } from "@linedesk/hub";
import type { Config } from "../../config/config.ts";
import type { InstanceRegistry } from "../instances/instance-registry.ts";
import type { Logger } from "../logger.ts";
import { isAudioServerChannel } from "./channel.ts";
import { PostgresHubCluster } from "./hub/postgres-hub-cluster.ts";

export interface HubDeps {
  config: Config;
  log: Logger;
  instances: Pick<InstanceRegistry, "id" | "onDead">;
  /** Returns the address to whose quota a socket counts; `null` without a quota. */
  addressOf: (request: IncomingMessage) => string | null;
}

export interface OpenedHub {
  hub: Hub;
  close(): Promise<void>;
}

/**
 * Opens the embedded hub, which forms one app with the hubs of the other servers on this database.
 * Resolves when the hubs are connected, or when the database does not answer in time.
 */
export async function openHub({ config, log, instances, addressOf }: HubDeps): Promise<OpenedHub> {
  const { appId, key, secret, perAddress } = config.realtime;
  const hubLog = log.child({ area: "hub" });
  const databaseUrl = config.database.url ?? "";
  const cluster = new PostgresHubCluster({ databaseUrl, instances, log: hubLog });
  const hub = createHub({
    keys: { appId, key, secret },
    logger: hubLog,
    // Consoles and audio servers exchange client events only on these channels.
    channels: { needsUser: true, takesClientEvents: isAudioServerChannel },
    limits: { connectionsPerAddress: perAddress },
    sockets: {
      addressOf,
      ...(config.http.publicUrlGiven ? { allowedOrigins: [config.http.publicUrl] } : {}),
    },
    cluster,
  });
  await cluster.ready();
  return {
    hub,
    close: async () => {
      await hub.close();
      await cluster.close();
    },
  };
}
