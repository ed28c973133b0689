import type { Clock } from "@linedesk/base";
import type { HubCluster } from "../cluster/hub-cluster.ts";
import { encodeFrame } from "../protocol/frame.ts";
import type { HubLimits } from "../protocol/limits.ts";
import type { AppKeys } from "../protocol/sign.ts";
import type { WebhookEvent } from "../protocol/webhook-event.ts";
import { type ChannelReports, ChannelTable } from "./channel-table.ts";
import type { Connection } from "./connection.ts";
import type { Logger } from "./logger.ts";
import { UserTable } from "./user-table.ts";

export interface HubApp {
  readonly access: HubAccess;
  readonly limits: HubLimits;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly channels: ChannelTable;
  readonly users: UserTable;
  readonly connections: Map<string, Connection>;
  readonly notify: (event: WebhookEvent) => void;
  /** Connects this hub with those of other servers; `null` when this hub is the only one. */
  readonly cluster: HubCluster | null;
}

export interface HubAccess {
  readonly keys: AppKeys;
  readonly takesClientEvents: (channel: string) => boolean;
  readonly needsUser: boolean;
}

export type HubAppDeps = Omit<HubApp, "channels" | "users" | "connections"> & {
  sendsSubscriptionCount: boolean;
};

export function createHubApp(deps: HubAppDeps): HubApp {
  return {
    ...deps,
    channels: new ChannelTable({ ...deps, reports: createReports(deps.cluster) }),
    users: new UserTable(),
    connections: new Map(),
  };
}

function createReports(cluster: HubCluster | null): ChannelReports | null {
  return cluster === null
    ? null
    : {
        handleLeft: (channel, ticket) => cluster.leave(channel, ticket),
        handleCount: (channel, subscribers) => cluster.noteSubscribers(channel, subscribers),
      };
}

export interface Trigger {
  name: string;
  channels: readonly string[];
  /** The payload as it is sent, usually a JSON string. */
  data: string;
  /** This socket, usually the one that caused the event, does not receive it. */
  socketId?: string | undefined;
}

/**
 * Sends one event to the sockets of this hub and encodes each frame once. Most hubs of a cluster
 * have no socket for most channels; they encode nothing.
 */
export function triggerEvent(app: HubApp, trigger: Trigger): void {
  for (const channel of trigger.channels) {
    if (!isCacheChannel(channel) && !app.channels.hasReceivers(channel)) {
      continue;
    }
    const frame = encodeFrame({ event: trigger.name, channel, data: trigger.data });
    if (isCacheChannel(channel)) {
      app.channels.cache.put(channel, frame, trigger.data);
    }
    app.channels.broadcast(channel, frame, trigger.socketId);
  }
}

function isCacheChannel(name: string): boolean {
  return /^(?:private-(?:encrypted-)?|presence-)?cache-/.test(name);
}

/** Ends all connections of a signed-in user; returns their number. */
export function terminateUser(
  app: HubApp,
  userId: string,
  error: { code: number; message: string },
) {
  const connections = app.users.connectionsOf(userId);
  for (const connection of connections) {
    connection.closeWith(error);
  }
  return connections.length;
}

/** A browser, and therefore its socket, is shared by fewer people than this. */
const MAX_GRANTS = 4;

/**
 * Stores a user for whom the application signs channels of the socket. Beyond the limit it removes
 * the oldest user. Returns false if the socket is not at this hub.
 */
export function grantUser(
  app: HubApp,
  socketId: string,
  { id, info }: { id: string; info: unknown },
): boolean {
  const grants = app.connections.get(socketId)?.grants;
  if (grants === undefined) {
    return false;
  }
  grants.delete(id);
  grants.set(id, { id, info, watchlist: [] });
  const [oldest] = grants.keys();
  if (grants.size > MAX_GRANTS && oldest !== undefined) {
    grants.delete(oldest);
  }
  return true;
}
