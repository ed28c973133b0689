import type { IncomingMessage } from "node:http";

import type { Clock } from "@linedesk/base";
import type { Logger } from "./app/logger.ts";
import type { HubCluster } from "./cluster/hub-cluster.ts";
import type { HubLimits } from "./protocol/limits.ts";
import type { AppKeys } from "./protocol/sign.ts";
import type { OriginRule } from "./sockets/admission.ts";
import type { Webhook } from "./webhooks/webhook-sender.ts";

export interface HubOptions {
  keys: AppKeys;
  limits?: Partial<HubLimits>;
  webhooks?: readonly Webhook[];
  sockets?: SocketRules;
  channels?: ChannelRules;
  /**
   * Connects the hubs of several servers to one app. Without it the hub is the only one. A hub of a
   * cluster has no webhooks and sends no subscription counts.
   */
  cluster?: HubCluster;
  clock?: Clock;
  logger?: Logger;
  fetch?: typeof globalThis.fetch;
}

export interface SocketRules {
  /**
   * Browsers may connect from these origins; by default from the origin of the request's own host.
   * Other clients send no Origin and may always connect.
   */
  allowedOrigins?: OriginRule;
  /**
   * Returns the address to whose quota the socket counts; `null` without a quota. By default this
   * is the remote address, and this machine has no quota.
   */
  addressOf?: (request: IncomingMessage) => string | null;
  /** Is true when the hub refuses sockets without TLS (4000). */
  isTlsOnly?: boolean;
}

export interface ChannelRules {
  /**
   * Returns true when clients may send events to each other on this private or presence channel. By
   * default it returns false, because every subscriber could send there as if it were the server.
   */
  takesClientEvents?: (channel: string) => boolean;
  /**
   * Is true if private and presence channels require a socket that is signed in or that `grantUser`
   * has named, and a `channel_data` with its user. A signature for one user is then useless to
   * another user. Public channels then require a signed-in socket too.
   */
  needsUser?: boolean;
  /** Sends the subscriber count to subscribers (`pusher:subscription_count`). */
  sendsSubscriptionCount?: boolean;
}

export interface HubTrigger {
  channels: string | readonly string[];
  name: string;
  /** A string is sent unchanged, anything else as JSON. */
  data: unknown;
  socketId?: string;
}

export interface UserSocket {
  socketId: string;
  userId: string;
  /** The `user_info` with which the application signed the user in. */
  userInfo: unknown;
  channels: readonly string[];
}

export interface HubStats {
  connections: number;
  channels: number;
  users: number;
  slowReadersClosed: number;
  webhookEventsDropped: number;
}
