import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { ApiError } from "../platform/http/errors.ts";
import type { Logger } from "../platform/logger.ts";

export interface IngestOptions {
  url: string;
  log: Logger;
}

/** A path on our own host, because many browsers block other hosts. */
export const INGEST_PATH = "/ingest";
const BODY_LIMIT_BYTES = 64 * 1024;
const ANSWER_LIMIT_BYTES = 64 * 1024;
const ANSWER_TIMEOUT_MS = 5_000;
/** The paths to which the client sends events. The server forwards nothing else to that host. */
const EVENT_PATHS = ["/e/", "/i/v0/e/", "/batch/"];

/**
 * Receives page views on the station's own host and forwards them without cookie, address or other
 * data of the sender. Failures of the forwarding do not affect the page.
 */
export async function registerIngest(app: FastifyInstance, options: IngestOptions): Promise<void> {
  await app.register(async (ingest) => {
    ingest.removeAllContentTypeParsers();
    // The body is passed on unparsed, because it may be compressed and only the receiver reads it.
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
    log.debug({ err: error }, "page view forwarding failed");
    throw new ApiError("analytics_service_silent");
  }
}
