/**
 * The limits of one hub. The defaults are the limits of the hosted service, if it publishes them.
 */
export interface HubLimits {
  /** Concurrent sockets; a further socket is refused and reconnects after a second (4100). */
  connections: number;
  /**
   * Concurrent sockets of the customer's plan; a further socket is refused and must not reconnect
   * (4004).
   */
  connectionQuota: number;
  /** Concurrent sockets of one address, so that no address can use all of them (4100). */
  connectionsPerAddress: number;
  channelsPerConnection: number;
  channelNameLength: number;
  eventNameLength: number;
  eventDataBytes: number;
  channelsPerTrigger: number;
  eventsPerBatch: number;
  requestBytes: number;
  presenceMembers: number;
  presenceInfoBytes: number;
  userIdLength: number;
  watchlistUsers: number;
  clientEventsPerSecond: number;
  /** Frames of any kind from one socket: steady rate and burst. */
  framesPerSecond: number;
  framesBurst: number;
  /** The number of unreadable frames before a socket is closed. */
  malformedFrames: number;
  /** A reader with more unsent data than this is disconnected. */
  sendBufferBytes: number;
  /** A reader that answers no websocket ping for this time is disconnected. */
  readTimeoutMs: number;
  /**
   * After this time without a frame from a client, the hub sends a ping. Clients receive this value
   * and send a ping after the same time.
   */
  activityTimeoutMs: number;
  pongTimeoutMs: number;
  /** A socket without events in either direction for this time is closed (4202). */
  inactivityMs: number;
  /** A socket without a channel for this time is closed (4202). */
  unsubscribedMs: number;
  cachedChannels: number;
  cacheTtlMs: number;
  timestampWindowMs: number;
}

export const defaultLimits: HubLimits = {
  connections: 10_000,
  connectionQuota: Number.POSITIVE_INFINITY,
  connectionsPerAddress: 200,
  channelsPerConnection: 100,
  channelNameLength: 200,
  eventNameLength: 200,
  eventDataBytes: 10 * 1024,
  channelsPerTrigger: 100,
  eventsPerBatch: 10,
  requestBytes: 256 * 1024,
  presenceMembers: 100,
  presenceInfoBytes: 1024,
  userIdLength: 128,
  watchlistUsers: 100,
  clientEventsPerSecond: 10,
  framesPerSecond: 100,
  framesBurst: 500,
  malformedFrames: 10,
  sendBufferBytes: 1024 * 1024,
  readTimeoutMs: 20_000,
  activityTimeoutMs: 30_000,
  pongTimeoutMs: 30_000,
  inactivityMs: 24 * 60 * 60 * 1000,
  unsubscribedMs: 30_000,
  cachedChannels: 10_000,
  cacheTtlMs: 30 * 60 * 1000,
  timestampWindowMs: 600_000,
};
