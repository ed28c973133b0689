/** How long a server of ours waits for a request; Node's own limits are minutes. */
export const HTTP_TIMEOUTS = {
  /** For the last line of the head, from the first byte or the connection. */
  headersTimeout: 10_000,
  /** For all of it. */
  requestTimeout: 30_000,
  /** How often that is looked at. */
  connectionsCheckingInterval: 1_000,
};

export type HttpTimeouts = typeof HTTP_TIMEOUTS;

/** As Fastify takes them: it sets the time for a whole request by itself, to none unless told. */
export function fastifyTimeouts(timeouts: Partial<HttpTimeouts> = {}) {
  const http = { ...HTTP_TIMEOUTS, ...timeouts };
  return { http, requestTimeout: http.requestTimeout };
}
