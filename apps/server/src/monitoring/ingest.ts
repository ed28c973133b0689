import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { ApiError } from "../platform/http/errors.ts";
import type { Logger } from "../platform/logger.ts";

export interface IngestOptions {
  url: string;
  log: Logger;
}

/** Of our own host: what is sent elsewhere is blocked by many. */
export const INGEST_PATH = "/ingest";
const BODY_LIMIT_BYTES = 64 * 1024;
const ANSWER_LIMIT_BYTES = 64 * 1024;
const ANSWER_TIMEOUT_MS = 5_000;
/** Where the client sends events; nothing else of that host is reached by us. */
const EVENT_PATHS = ["/e/", "/i/v0/e/", "/batch/"];

/**
 * Page views come to our own host and are passed on, without cookie, address or anything else of
 * who sent them. What goes wrong there is nothing to the page.
 */
export async function registerIngest(app: FastifyInstance, options: IngestOptions): Promise<void> {
  await app.register(async (ingest) => {
    ingest.removeAllContentTypeParsers();
    // As it comes: it may be compressed, and is the receiver's to read.
    ingest.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    for (const path of EVENT_PATHS) {
      ingest.post(`${INGEST_PATH}${path}`, { bodyLimit: BODY_LIMIT_BYTES }, (request, reply) =>
        forward(options, { request, reply, path }),
      );
    }
  });
}

async function forward(
  { url, log }: IngestOptions,
  { request, reply, path }: { request: FastifyRequest; reply: FastifyReply; path: string },
) {
  const [, query = ""] = request.url.split("?", 2);
  const target = new URL(`${path}?${query}`, url);
  try {
    const answer = await fetch(target, {
      method: "POST",
      headers: { "content-type": request.headers["content-type"] ?? "application/json" },
      body: Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : "",
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const text = await answer.text();
    return await reply
      .status(answer.status)
      .header("cache-control", "no-store")
      .type("application/json")
      .send(text.length > ANSWER_LIMIT_BYTES ? "{}" : text);
  } catch (error) {
    log.debug({ err: error }, "page views were not passed on");
    throw new ApiError("analytics_service_silent");
  }
}
