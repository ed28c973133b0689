import Pusher from "pusher";

import type { Config } from "../../config/config.ts";

const REQUEST_TIMEOUT_MS = 5_000;

const refusals = [400, 404, 413];

/** The service answered, and will answer the same when it is asked again. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Pusher.RequestError && refusals.includes(error.status ?? 0);
}

/**
 * The official client of the realtime service: our own hub behind the internal door, or elsewhere.
 */
export function createPusher(
  { appId, key, secret, cluster, external }: Config["realtime"],
  internalPort: number,
): Pusher {
  const app = { appId, key, secret, timeout: REQUEST_TIMEOUT_MS };
  const { host, port, tls } = external ?? { host: "127.0.0.1", port: internalPort, tls: false };
  // A Pusher cluster has its API at another name than its sockets.
  if (/^ws(-\w+)?\.pusher(app)?\.com$/.test(host)) {
    return new Pusher({ ...app, cluster, useTLS: true });
  }
  return new Pusher({ ...app, host, port: String(port), useTLS: tls });
}
