import { createHttpClient, type HttpClient } from "../../lib/http-client.ts";
import { createSessionClient, type SessionClient } from "./session-client.ts";

const TIMEOUT_MS = 10_000;

export interface ServerClients {
  session: SessionClient;
  http: HttpClient;
}

/** How a page reaches its server: who is signed in, and every endpoint for him. */
export function createServerClients(
  page: Window,
  log: (code: string, error: unknown) => void,
): ServerClients {
  const pageFetch: typeof fetch = (input, init) => page.fetch(input, init);
  const session = createSessionClient({
    fetch: pageFetch,
    timeoutMs: TIMEOUT_MS,
    here: () => page.location.href,
    leave: (url) => page.location.assign(url),
    log,
  });
  const http = createHttpClient({
    fetch: pageFetch,
    timeoutMs: TIMEOUT_MS,
    csrfToken: (fresh) => session.csrfToken(fresh),
    onSignedOut: () => void session.refresh(),
  });
  return { session, http };
}
