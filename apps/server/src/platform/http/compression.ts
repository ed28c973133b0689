import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";

/** Below it a packet is a packet, compressed or not. */
const THRESHOLD_BYTES = 1024;
/**
 * Answers there hold a secret beside what an address brings along; were they compressed, their
 * length would tell a stranger how much of the secret was guessed (BREACH).
 */
const SECRETS_PATH = "/api/auth/";

/** Sends what is text with brotli or gzip, as the browser takes it; before any route. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  app.addHook("onRoute", (route) => {
    if (route.url.startsWith(SECRETS_PATH)) {
      route.compress = false;
    }
  });
  await app.register(compress, {
    encodings: ["br", "gzip"],
    threshold: THRESHOLD_BYTES,
    // A small body that grows without bounds is nothing that our clients send.
    globalDecompression: false,
  });
}
