import type Pusher from "pusher";

import type { Hub } from "@linedesk/hub";
import type { Db } from "../db/database.ts";
import { LeaderLease } from "../instances/leader-lease.ts";
import type { Logger } from "../logger.ts";
import type { NumberSeal } from "../number-seal.ts";
import { createHubSender } from "./hub-sender.ts";
import { OutboxReader } from "./outbox-reader.ts";
import { OutboxRelay } from "./outbox-relay.ts";
import { RELAY_LEASE } from "./outbox-store.ts";
import { createSender } from "./sender.ts";

export type Outbox = OutboxReader | OutboxRelay;

export interface OutboxDeps {
  context: { outboxDb: Db; instanceDb: Db; instances: { readonly id: string } };
  databaseUrl: string;
  /** The embedded hub; `null` when the realtime service is external. */
  hub: Hub | null;
  pusher: Pusher;
  numberSeal: NumberSeal;
  onEnded: (userId: string) => void;
  log: Logger;
}

/**
 * With the embedded hub each server reads the outbox for its own sockets. To an external service,
 * only the server that holds the lease sends.
 */
export function openOutbox(deps: OutboxDeps): Outbox {
  const { context, databaseUrl, hub, log } = deps;
  const shared = { db: context.outboxDb, databaseUrl, log };
  if (hub !== null) {
    return new OutboxReader({ ...shared, send: createHubSender({ ...deps, hub }) });
  }
  const instanceId = context.instances.id;
  const lease = new LeaderLease({ db: context.instanceDb, instanceId, name: RELAY_LEASE });
  return new OutboxRelay({ ...shared, lease, instanceId, send: createSender(deps) });
}
