import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";

/** A smaller body fits into one packet anyway. */
const THRESHOLD_BYTES = 1024;
/**
 * Answers under this path contain a secret beside input from the URL. If they were compressed,
 * their length would reveal how much of the secret an attacker has guessed (BREACH).
 */
const SECRETS_PATH = "/api/auth/";

/** Compresses text with brotli or gzip, as the browser accepts. Register it before any route. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  app.addHook("onRoute", (route) => {
    if (route.url.startsWith(SECRETS_PATH)) {
      route.compress = false;
    }
  });
  await app.register(compress, {
    encodings: ["br", "gzip"],
    threshold: THRESHOLD_BYTES,
    // Our clients send no compressed bodies, which could expand without limit.
    globalDecompression: false,
  });
}
