import type { IncomingMessage, ServerResponse } from "node:http";

import { Provider } from "oidc-provider";

import { handleInteraction } from "./interaction.ts";
import { demoPeople, type Person } from "./people.ts";
import { allowOwnOrigin, providerConfiguration, type SsoClient } from "./provider-configuration.ts";
import { loadSigningKeys } from "./signing-keys.ts";
import { STYLESHEET } from "./stylesheet.ts";

export interface SsoOptions {
  /** The issuer's whole address, `https://desk.example.com/sso`; its path is where it is mounted. */
  issuer: string;
  clients: readonly SsoClient[];
  people?: readonly Person[];
  /** Where the signing keys are kept; made at the first start. */
  keysPath: string;
  /** Sign the cookies; left out, keys are kept beside the signing keys. */
  cookieKeys?: readonly string[];
  /** A sign-in may also return to the registered path on the origin that the browser sees. */
  allowsOwnOrigin?: boolean;
  /** A proxy in front says by X-Forwarded-Proto and -Host what the browser sees. */
  trustsProxy?: boolean;
  /** Told of failures of the issuer itself, not of refused sign-ins. */
  onError?: (error: unknown) => void;
}

export interface Sso {
  issuer: string;
  /** Answers every request under the issuer's path. Never throws. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

const STYLESHEET_NAME = "/sign-in.css";

/**
 * Makes the embedded OpenID Connect issuer, which signs demonstration people in without a password.
 * Throws SigningKeysError when its keys cannot be read. Whether it may run at all is decided by
 * `assertDemoSsoAllowed`.
 */
export async function createSso(options: SsoOptions): Promise<Sso> {
  const mountPath = new URL(options.issuer).pathname.replace(/\/$/, "");
  const stylesheetPath = `${mountPath}${STYLESHEET_NAME}`;
  const keys = await loadSigningKeys(options.keysPath);
  const people = options.people ?? demoPeople;
  const provider = new Provider(
    options.issuer,
    providerConfiguration({
      keys,
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
  // Not no-referrer: browsers would then hide the origin from which the form is sent.
  "referrer-policy": "same-origin",
};

/** Chromium holds the redirects that follow a form to `form-action`, so the clients stand there. */
function contentPolicy(clients: readonly SsoClient[]): string {
  const origins = new Set(clients.flatMap(({ redirectUris }) => redirectUris.map(parseOrigin)));
  return [
    "default-src 'none'",
    "style-src 'self'",
    `form-action 'self' ${[...origins].join(" ")}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

function parseOrigin(uri: string): string {
  return new URL(uri).origin;
}

/** Takes the mount path off, in the way that the provider expects of whoever mounts it. */
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
