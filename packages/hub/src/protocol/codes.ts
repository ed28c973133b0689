/**
 * The error and close codes of Pusher Channels protocol 7. 40xx: do not reconnect; 41xx: reconnect
 * after a second; 42xx: reconnect at once; 43xx: only an error, never a close.
 */
export const pusherErrors = {
  tlsOnly: { code: 4000, message: "Application only accepts SSL connections, reconnect using wss" },
  appUnknown: { code: 4001, message: "Application does not exist" },
  appDisabled: { code: 4003, message: "Application disabled" },
  overQuota: { code: 4004, message: "Application is over connection quota" },
  pathUnknown: { code: 4005, message: "Path not found" },
  versionMalformed: { code: 4006, message: "Invalid version string format" },
  protocolUnsupported: { code: 4007, message: "Unsupported protocol version" },
  protocolMissing: { code: 4008, message: "No protocol version supplied" },
  unauthorised: { code: 4009, message: "Connection is unauthorized" },
  terminated: { code: 4009, message: "You got disconnected by the app" },
  overCapacity: { code: 4100, message: "Over capacity" },
  overShare: { code: 4100, message: "Over capacity: too many connections from this address" },
  tooManyFrames: { code: 4100, message: "Over capacity: too many messages" },
  clusterAway: { code: 4100, message: "Over capacity: the other servers do not answer" },
  reconnect: { code: 4200, message: "Server is going away, reconnect" },
  pongMissing: { code: 4201, message: "Pong reply not received" },
  unsubscribed: { code: 4202, message: "Closed because it has no subscription" },
  inactive: { code: 4202, message: "Closed after inactivity" },
} as const;

export interface PusherError {
  readonly code: number;
  readonly message: string;
}

/** The close codes of WebSocket (RFC 6455 7.4.1) that the hub uses. */
export const closeCodes = { unsupportedData: 1003, policyViolation: 1008 } as const;

export const CLIENT_EVENT_REJECTED = 4301;
export const WATCHLIST_LIMIT_EXCEEDED = 4302;
