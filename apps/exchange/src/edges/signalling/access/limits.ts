import type { BucketRate } from "@linedesk/base";

export interface SignallingLimits {
  sockets: number;
  /** Sockets of one address beyond this machine, at once; null for no bound. */
  socketsPerAddress: number | null;
  /** Sockets whose clients have shown no token; the oldest makes way for a newer one. */
  unauthenticatedSessions: number;
  devicesPerIdentity: number;
  legsPerSocket: number;
  /** A longer frame closes the socket. */
  frameBytes: number;
  /** Bytes that may wait for a slow reader before they are cut off. */
  bufferedBytes: number;
  /** A stranger must show a token within this time. */
  authenticationMs: number;
  heartbeatMs: number;
  /** A client that has sent nothing for so long is gone. */
  silenceMs: number;
  /** A client that has not answered a websocket ping for so long reads nothing, and is gone. */
  readTimeoutMs: number;
  /** A registration lasts so long; the SDK renews it every 30 s. */
  presenceMs: number;
  /**
   * The SDK asks for 0 unless its `maxCallSignalingTimeoutMs` is set, and reconnects all the same.
   */
  defaultReconnectMs: number;
  longestReconnectMs: number;
  /**
   * After so long the socket of a client that was cut off is closed, whether they read it or not.
   */
  closeTimeoutMs: number;
  frames: BucketRate;
  bytes: BucketRate;
  /** Frames beyond those; a client that goes on all the same is cut off. */
  refusals: BucketRate;
  /** Of one identity, on all its sockets together. */
  invites: BucketRate;
  /** ICE restarts of one call; each opens a path with keys of its own. */
  restarts: BucketRate;
  /** Bytes of the `params` of an invite. */
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
