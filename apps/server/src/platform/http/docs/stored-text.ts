import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * At this quality the largest text needs half a second of one thread, once. The best ratio would
 * need ten times as long.
 */
const BROTLI_QUALITY = 6;

interface Stored {
  /** The bytes are shared, because a string would be copied for each answer. */
  plain: Buffer;
  etag: string;
  br: Promise<Buffer>;
  gzip: Promise<Buffer>;
}

/**
 * A public text that is built and compressed once. If it were built for each request, a few hundred
 * requests would block the only thread, which also answers callers.
 */
export class StoredText {
  readonly #make: () => string;
  readonly #type: string;
  #stored: Stored | null = null;

  constructor(make: () => string, type: string) {
    this.#make = make;
    this.#type = type;
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { plain, etag, ...compressed } = (this.#stored ??= store(this.#make()));
    reply.headers({ etag, vary: "accept-encoding", "cache-control": "no-cache" });
    if (request.headers["if-none-match"] === etag) {
      return reply.code(304).send();
    }
    const encoding = chooseEncoding(request.headers["accept-encoding"]);
    reply.type(this.#type);
    return encoding === null
      ? reply.send(plain)
      : reply.header("content-encoding", encoding).send(await compressed[encoding]);
  }
}

function store(text: string): Stored {
  const hash = createHash("sha256").update(text).digest("base64url");
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return {
    plain: Buffer.from(text),
    etag: `"${hash}"`,
    br: promisify(brotliCompress)(text, { params }),
    gzip: promisify(gzip)(text),
  };
}

function chooseEncoding(accepted: string | string[] | undefined): "br" | "gzip" | null {
  const taken = new Set(
    String(accepted ?? "")
      .toLowerCase()
      .replaceAll(/\s/g, "")
      .split(",")
      .map((one) => one.split(";q="))
      .filter(([, weight = "1"]) => Number(weight) > 0)
      .map(([name]) => name),
  );
  if (taken.has("br")) {
    return "br";
  }
  return taken.has("gzip") ? "gzip" : null;
}
