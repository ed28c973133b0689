/** The time limits of our servers for a request; Node's own limits are minutes. */
export const HTTP_TIMEOUTS = {
  /** The limit for the head, from the connection, or from the first byte of a later request. */
  headersTimeout: 10_000,
  /** The limit for the whole request. */
  requestTimeout: 30_000,
  /** The interval at which Node checks the limits. */
  connectionsCheckingInterval: 1_000,
};

export type HttpTimeouts = typeof HTTP_TIMEOUTS;

/** Returns the options for Fastify, which by default sets no limit for a whole request. */
export function fastifyTimeouts(timeouts: Partial<HttpTimeouts> = {}) {
  const http = { ...HTTP_TIMEOUTS, ...timeouts };
  return { http, requestTimeout: http.requestTimeout };
}
