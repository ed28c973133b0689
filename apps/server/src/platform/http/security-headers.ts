import type { FastifyInstance } from "fastify";

import type { Config } from "../../config/config.ts";

/** Hosts that Twilio's softphone needs, according to Twilio's documentation. */
const twilioHosts = [
  "https://eventgw.twilio.com",
  "https://media.twiliocdn.com",
  "https://sdk.twilio.com",
  "https://*.twilio.com",
  "wss://*.twilio.com",
];

function connectHosts(config: Config): string[] {
  const { external } = config.realtime;
  const publicSocket = config.http.publicUrlGiven
    ? [config.http.publicUrl.replace(/^http/, "ws")]
    : [];
  return [
    ...publicSocket,
    ...(external === null
      ? []
      : ["ws", "http"].map(
          (p) => `${p}${external.tls ? "s" : ""}://${external.host}:${external.port}`,
        )),
    ...edgeHosts(config),
    ...(hasTwilio(config) ? twilioHosts : []),
    // Page views and the site's script use our own host.
    ...(config.monitoring.errors === null ? [] : [new URL(config.monitoring.errors.dsn).origin]),
  ];
}

/**
 * Returns the addresses of signalling at another edge. The page's scheme decides between `ws` and
 * `wss`.
 */
function edgeHosts({ telephony: { edgeAddress } }: Config): string[] {
  return edgeAddress === null ? [] : [`ws://${edgeAddress}`, `wss://${edgeAddress}`];
}

function hasTwilio({ services }: Config): boolean {
  return services.some(({ kind }) => kind === "twilio");
}

function contentPolicy(config: Config): string {
  const media = hasTwilio(config) ? ["https://sdk.twilio.com"] : [];
  const issuer = config.auth.issuer === null ? [] : [new URL(config.auth.issuer).origin];
  const directives: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'"],
    "media-src": ["'self'", "mediastream:", "blob:", "data:", ...media],
    "connect-src": ["'self'", ...connectHosts(config)],
    "worker-src": ["'self'", "blob:"],
    "object-src": ["'none'"],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
    // Redirects after a form count too, because the sign-in continues at the issuer.
    "form-action": ["'self'", ...issuer],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

function isSecure(config: Config): boolean {
  return config.http.publicUrl.startsWith("https:");
}

const DOCUMENT_HEADERS = [
  "content-security-policy",
  "permissions-policy",
  "x-frame-options",
  "referrer-policy",
  "cross-origin-opener-policy",
];

/** The console's hashed scripts, styles and typefaces, and its sounds. */
const PART_PATH = /^\/(?:assets\/[\w.-]+\.(?:js|css|woff2)|sounds\/\w+\.wav)$/;

/**
 * Returns true for a part of a page that cannot be opened as a document. A worker is excluded,
 * because it follows the policy of its own script.
 */
export function isPartOfPage(url: string): boolean {
  const path = url.split("?", 1)[0] ?? "";
  return PART_PATH.test(path) && !path.includes("worker");
}

export function securityHeaders(config: Config): Record<string, string> {
  return {
    "content-security-policy": contentPolicy(config),
    "permissions-policy": "microphone=(self), speaker-selection=(self), camera=(), geolocation=()",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    // The header is omitted with a self-signed certificate, because a browser that has received the
    // header allows no exception for a certificate.
    ...(isSecure(config) && config.http.tls !== "self-signed"
      ? { "strict-transport-security": "max-age=31536000; includeSubDomains" }
      : {}),
  };
}

export function setSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(headers);
  });
  app.addHook("onSend", async (request, reply) => {
    if (reply.statusCode < 400 && isPartOfPage(request.url)) {
      for (const name of DOCUMENT_HEADERS) {
        reply.removeHeader(name);
      }
    }
  });
}
