import type { FastifyInstance } from "fastify";

import type { PageFiles } from "./page-files.ts";

/** Nothing from elsewhere, in no frame; `connect` are the sockets that the page may open. */
export function pageHeaders(connect: string[] = []): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "media-src 'self' mediastream: blob:",
    `connect-src ${["'self'", ...connect].join(" ")}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
  };
}

export function servePage(
  app: FastifyInstance,
  files: PageFiles,
  headers: Record<string, string>,
): void {
  // Browsers ask for one by themselves.
  app.get("/favicon.ico", async (_request, reply) => await reply.code(204).send());
  for (const [path, { type, body }] of files) {
    app.get(path, async (_request, reply) => await reply.headers(headers).type(type).send(body));
  }
}
