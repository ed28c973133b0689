import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { backgroundClock } from "@linedesk/base";
import { createHub } from "@linedesk/hub";
import { openDatabase } from "../apps/server/src/platform/db/database.ts";
import { DatabaseClock } from "../apps/server/src/platform/instances/database-clock.ts";
import { InstanceRegistry } from "../apps/server/src/platform/instances/instance-registry.ts";
import { createLogger } from "../apps/server/src/platform/logger.ts";
import { PostgresHubCluster } from "../apps/server/src/platform/realtime/hub/postgres-hub-cluster.ts";

/** A child process with the hub of one server on the database of its first argument. */
const databaseUrl = process.argv[2] ?? "";
const log = createLogger({ level: "error" });
const db = openDatabase({ url: databaseUrl, poolSize: 1, onError: () => undefined });
const own = { name: "bench", version: "0", internalUrl: "http://127.0.0.1", secrets: {} };
const databaseClock = new DatabaseClock();
const instances = new InstanceRegistry({ db, log, clock: backgroundClock, databaseClock, own });
await instances.start();
const cluster = new PostgresHubCluster({ databaseUrl, instances, log });
const hub = createHub({
  keys: { appId: "bench", key: "bench", secret: "bench" },
  channels: { takesClientEvents: () => true },
  cluster,
});
await cluster.ready();
const server = createServer();
hub.attach(server);
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.send?.({ port: (server.address() as AddressInfo).port });
