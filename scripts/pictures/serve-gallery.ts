import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { build, preview } from "vite";

const root = join(import.meta.dirname, "../../apps/console");

/** Builds the console with its gallery, and serves it on a free port until it is disposed. */
export async function serveGallery(): Promise<{ url: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-sheets-"));
  await build({
    root,
    mode: "gallery",
    logLevel: "error",
    build: { outDir: folder, emptyOutDir: true },
  });
  const server = await preview({
    root,
    logLevel: "error",
    build: { outDir: folder },
    preview: { port: 0, host: "127.0.0.1" },
  });
  return {
    url: server.resolvedUrls?.local[0] ?? "",
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
