import type { BucketLimit } from "./token-bucket.ts";

export interface SignallingLimits {
  sockets: number;
  devicesPerIdentity: number;
  legsPerSocket: number;
  /** A longer frame closes the socket. */
  frameBytes: number;
  /** Bytes that may wait for a slow reader before he is cut off. */
  bufferedBytes: number;
  /** A stranger must show a token within this time. */
  greetingMs: number;
  heartbeatMs: number;
  /** A client that has sent nothing for so long is gone. */
  silenceMs: number;
  /** A registration lasts so long; the SDK renews it every 30 s. */
  presenceMs: number;
  /** The SDK asks for 0 unless its `maxCallSignalingTimeoutMs` is set, and reconnects all the same. */
  defaultReconnectMs: number;
  longestReconnectMs: number;
  frames: BucketLimit;
  invites: BucketLimit;
  /** Bytes of the `params` of an invite. */
  paramBytes: number;
  messageBytes: number;
}

export const DEFAULT_LIMITS: SignallingLimits = {
  sockets: 2000,
  devicesPerIdentity: 10,
  legsPerSocket: 4,
  frameBytes: 65_536,
  bufferedBytes: 1_048_576,
  greetingMs: 10_000,
  heartbeatMs: 8_000,
  silenceMs: 30_000,
  presenceMs: 75_000,
  defaultReconnectMs: 5_000,
  longestReconnectMs: 30_000,
  frames: { burst: 100, perSecond: 30 },
  invites: { burst: 10, perSecond: 1 },
  paramBytes: 4096,
  messageBytes: 10_240,
};
