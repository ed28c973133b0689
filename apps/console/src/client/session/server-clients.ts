import { clientConfig, type EndpointAnswer } from "@linedesk/contract";
import { findPageEntry } from "../../lib/find-page-entry.ts";
import { createHttpClient, type HttpClient } from "../../lib/http-client.ts";
import { readWithheld } from "../words/page-words.ts";
import { createSessionClient, type SessionClient } from "./session-client.ts";

const TIMEOUT_MS = 10_000;

export interface ServerClients {
  session: SessionClient;
  http: HttpClient;
}

export function createServerClients(
  page: Window,
  log: (code: string, error: unknown) => void,
  onSignedOut: () => void,
): ServerClients {
  const pageFetch: typeof fetch = (input, init) => page.fetch(input, init);
  const session = createSessionClient({
    fetch: pageFetch,
    timeoutMs: TIMEOUT_MS,
    here: () => page.location.href,
    navigate: (url) => page.location.assign(url),
    log,
  });
  const http = createHttpClient({
    fetch: pageFetch,
    timeoutMs: TIMEOUT_MS,
    readSent: readWithheld,
    pageEntry: findPageEntry(page),
    csrfToken: (fresh) => session.csrfToken(fresh),
    onSignedOut,
  });
  return { session, http };
}

/** A server that needs longer than this is too slow for a useful connection. */
const PROBE_TIMEOUT_MS = 1_000;

export function createServerProbe(page: Window): () => Promise<boolean> {
  return async () => {
    try {
      await page.fetch("/api/health/live", {
        cache: "no-store",
        credentials: "omit",
        signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
      });
      return true;
    } catch {
      // The server is unreachable for any reason; the next probe follows soon.
      return false;
    }
  };
}

export type RuntimeConfig = EndpointAnswer<typeof clientConfig>;

export function createConfigLoader(http: HttpClient): () => Promise<RuntimeConfig> {
  let loading: Promise<RuntimeConfig> | null = null;
  return () => {
    loading ??= http.call(clientConfig, {}).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

/** Logs one line in the browser, and sends it to `_log` for the people who run the server. */
export function reportError(page: Window, code: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  // oxlint-disable-next-line no-console -- the browser's log is where support looks first.
  console.error(code, message);
  const body = new URLSearchParams({ level: "error", code, message: message.slice(0, 500) });
  page.navigator.sendBeacon?.("/api/auth/_log", body);
}
