import type { IncomingMessage } from "node:http";

import type { Clock } from "@linedesk/base";
import type { Logger } from "./app/logger.ts";
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
  clock?: Clock;
  logger?: Logger;
  fetch?: typeof globalThis.fetch;
}

export interface SocketRules {
  /**
   * Browsers may connect from these origins; left out, from the origin of the request's own host.
   * A client that is no browser sends no Origin and may always connect.
   */
  allowedOrigins?: OriginRule;
  /**
   * Who shares one allowance of sockets, as an address; null for whoever needs none. Left out, the
   * other end of the connection, and this machine needs none.
   */
  addressOf?: (request: IncomingMessage) => string | null;
  /** Refuses sockets without TLS (4000). */
  isTlsOnly?: boolean;
}

export interface ChannelRules {
  /**
   * Whether clients may send events to each other on this private or presence channel. Left out, on
   * none: whoever follows a channel could speak there as if the server did.
   */
  takesClientEvents?: (channel: string) => boolean;
  /**
   * Private and presence channels are for sockets that have signed in, and only with a
   * `channel_data` that names their user: what was signed for one user serves no other.
   */
  needsUser?: boolean;
  /** Tells subscribers how many they are (`pusher:subscription_count`). */
  sendsSubscriptionCount?: boolean;
}

export interface HubTrigger {
  channels: string | readonly string[];
  name: string;
  /** A string is sent as it is, anything else as JSON. */
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
