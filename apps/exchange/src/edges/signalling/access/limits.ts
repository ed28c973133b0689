import type { BucketRate } from "@linedesk/base";

export interface SignallingLimits {
  sockets: number;
  /** Concurrent sockets of one remote address; `null` means no limit. */
  socketsPerAddress: number | null;
  /** Sockets of unauthenticated clients; beyond the limit a new socket replaces the oldest. */
  unauthenticatedSessions: number;
  devicesPerIdentity: number;
  legsPerSocket: number;
  /** A longer frame closes its socket. */
  frameBytes: number;
  /** Bytes that may wait for a slow reader before it is disconnected. */
  bufferedBytes: number;
  /** An unauthenticated client must show a token within this time. */
  authenticationMs: number;
  heartbeatMs: number;
  /** A client that sends nothing for this time counts as gone. */
  silenceMs: number;
  /** A client that answers no websocket ping for this time does not read, and counts as gone. */
  readTimeoutMs: number;
  /** A registration lasts this long; the SDK renews it every 30 s. */
  presenceMs: number;
  /**
   * The reconnect time for a client that requests 0. The SDK requests 0 without
   * `maxCallSignalingTimeoutMs`, and still reconnects.
   */
  defaultReconnectMs: number;
  longestReconnectMs: number;
  /**
   * When the exchange closes a socket, the connection ends after this time, even if the client has
   * not read the close frame.
   */
  closeTimeoutMs: number;
  frames: BucketRate;
  bytes: BucketRate;
  /**
   * The rate of frames that are refused because they exceed `frames` or `bytes`. The exchange
   * disconnects a client that exceeds this rate as well.
   */
  refusals: BucketRate;
  /** The invites of one identity, on all its sockets together. */
  invites: BucketRate;
  /** ICE restarts of one call; each opens a path with new cryptographic keys. */
  restarts: BucketRate;
  /** The bytes of the `params` of an invite. */
  paramBytes: number;
  messageBytes: number;
}

export const DEFAULT_LIMITS: SignallingLimits = {
  sockets: 2000,
  socketsPerAddress: 200,
  unauthenticatedSessions: 200,
  devicesPerIdentity: 10,
  legsPerSocket: 4,
  frameBytes: 65_536,
  bufferedBytes: 1_048_576,
  authenticationMs: 10_000,
  heartbeatMs: 8_000,
  silenceMs: 30_000,
  readTimeoutMs: 24_000,
  presenceMs: 75_000,
  defaultReconnectMs: 5_000,
  longestReconnectMs: 30_000,
  closeTimeoutMs: 3_000,
  frames: { burst: 100, perSecond: 30 },
  bytes: { burst: 1_048_576, perSecond: 131_072 },
  refusals: { burst: 100, perSecond: 5 },
  invites: { burst: 10, perSecond: 1 },
  restarts: { burst: 5, perSecond: 1 },
  paramBytes: 4096,
  messageBytes: 10_240,
};
