import type { IncomingMessage, ServerResponse } from "node:http";

import { Provider } from "oidc-provider";

import { handleInteraction } from "./interaction.ts";
import { MemoryStorage } from "./memory-storage.ts";
import { demoPeople, type Person } from "./people.ts";
import { allowOwnOrigin, providerConfiguration, type SsoClient } from "./provider-configuration.ts";
import type { SignInStorage } from "./sign-in-storage.ts";
import { loadSigningKeys, type SigningKeys } from "./signing-keys.ts";
import { STYLESHEET } from "./stylesheet.ts";

export interface SsoOptions {
  /** The issuer's complete address, `https://desk.example.com/sso`. Its path is the mount path. */
  issuer: string;
  clients: readonly SsoClient[];
  people?: readonly Person[];
  /** The signing keys, or the path of the file with them, which the first start creates. */
  keys: SigningKeys | { path: string };
  /** Keeps codes, sessions and grants; by default the memory of this process. */
  storage?: SignInStorage;
  /** The keys that sign cookies; by default the cookie keys in the file of the signing keys. */
  cookieKeys?: readonly string[];
  /**
   * If true, a sign-in may also return to the registered path on the origin of the browser's
   * request.
   */
  allowsOwnOrigin?: boolean;
  /** If true, X-Forwarded-Proto and -Host of a proxy decide the browser's origin. */
  trustsProxy?: boolean;
  /** Receives failures of the issuer itself. A refused sign-in is not a failure. */
  onError?: (error: unknown) => void;
}

export interface Sso {
  issuer: string;
  /** Answers every request under the issuer's path. Never throws. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

const STYLESHEET_NAME = "/sign-in.css";

/**
 * Creates the embedded OpenID Connect issuer, which signs demonstration people in without a
 * password. Throws SigningKeysError if the file with its keys is unusable. The caller must first
 * call `assertDemoSsoAllowed`.
 */
export async function createSso(options: SsoOptions): Promise<Sso> {
  const mountPath = new URL(options.issuer).pathname.replace(/\/$/, "");
  const stylesheetPath = `${mountPath}${STYLESHEET_NAME}`;
  const keys = "path" in options.keys ? await loadSigningKeys(options.keys.path) : options.keys;
  const people = options.people ?? demoPeople;
  const provider = new Provider(
    options.issuer,
    providerConfiguration({
      keys,
      storage: options.storage ?? new MemoryStorage(),
      cookieKeys: options.cookieKeys ?? keys.cookieKeys,
      clients: options.clients,
      people,
      mountPath,
      stylesheetPath,
    }),
  );
  provider.proxy = options.trustsProxy ?? false;
  if (options.allowsOwnOrigin ?? false) {
    allowOwnOrigin(provider);
  }
  provider.on("server_error", (_ctx, error) => options.onError?.(error));
  const policy = contentPolicy(options.clients);
  const answer = provider.callback();

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(pageHeaders)) {
      response.setHeader(name, value);
    }
    response.setHeader("content-security-policy", policy);
    const path = unmount(request, mountPath);
    if (path === STYLESHEET_NAME) {
      return sendStylesheet(response);
    }
    if (path.startsWith("/interaction/")) {
      return handleInteraction({ provider, people, stylesheetPath }, request, response);
    }
    return answer(request, response);
  }

  return {
    issuer: options.issuer,
    handle: async (request, response) => {
      try {
        await route(request, response);
      } catch (error) {
        options.onError?.(error);
        if (!response.headersSent) {
          response.writeHead(500, { "content-type": "text/plain" });
        }
        response.end("The sign-in service failed.");
      }
    },
  };
}

const pageHeaders = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // With `no-referrer`, browsers would hide the origin of the form, which the sign-in checks.
  "referrer-policy": "same-origin",
};

/**
 * Chromium also applies `form-action` to the redirect after a form, so the policy names the clients
 * too.
 */
function contentPolicy(clients: readonly SsoClient[]): string {
  const origins = new Set(clients.flatMap(({ redirectUris }) => redirectUris.map(parseOrigin)));
  return [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    `form-action 'self' ${[...origins].join(" ")}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

function parseOrigin(uri: string): string {
  return new URL(uri).origin;
}

/** Removes the mount path, because the provider expects paths without it. */
function unmount(request: IncomingMessage, mountPath: string): string {
  const url = request.url ?? "/";
  const below = url.startsWith(mountPath) ? url.slice(mountPath.length) : url;
  request.url = below.startsWith("/") ? below : `/${below}`;
  Object.assign(request, { originalUrl: `${mountPath}${request.url}` });
  return request.url.split("?", 1)[0] ?? "/";
}

function sendStylesheet(response: ServerResponse): void {
  response.setHeader("cache-control", "max-age=3600");
  response.writeHead(200, { "content-type": "text/css; charset=utf-8" });
  response.end(STYLESHEET);
}
