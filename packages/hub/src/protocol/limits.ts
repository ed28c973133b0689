/** Bounds of one hub. The defaults are those of the hosted service where it states one. */
export interface HubLimits {
  /** Sockets at once; one more is told to come again in a second (4100). */
  connections: number;
  /** Sockets at once that the owner pays for; one more is told to stay away (4004). */
  connectionQuota: number;
  /** Sockets at once of one address, so that nobody takes all of them (4100). */
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
  /** Unreadable frames a socket may send before it is closed. */
  malformedFrames: number;
  /** A reader with more than this unsent is cut off. */
  sendBufferBytes: number;
  /** A reader that has not answered a websocket ping for so long is cut off. */
  readTimeoutMs: number;
  /** Told to clients: after so long without a frame they ping. */
  activityTimeoutMs: number;
  pongTimeoutMs: number;
  /** A socket on which no event came or went for so long is closed (4202). */
  inactivityMs: number;
  /** A socket that follows no channel for so long is closed (4202). */
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
