import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { build, preview } from "vite";

const root = join(import.meta.dirname, "../..");
const CHECK_EVERY_MS = 100;

/** Builds the console into a temporary folder, as `production` or with the gallery. */
export async function buildConsole(mode: "production" | "gallery") {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-console-"));
  const { NODE_ENV } = process.env;
  // Vitest sets NODE_ENV to "test", with which the build would contain React's slow, large version.
  Object.assign(process.env, { NODE_ENV: "production" });
  await build({ root, mode, logLevel: "error", build: { outDir: folder, emptyOutDir: true } });
  Object.assign(process.env, { NODE_ENV });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Returns the folder of the gallery build, which the first caller creates for the whole run. */
export async function findGallery(): Promise<string> {
  const folder = join(tmpdir(), "linedesk-gallery");
  const lock = `${folder}.lock`;
  while (!existsSync(folder)) {
    if (!(await isFirst(lock))) {
      await wait(CHECK_EVERY_MS);
      continue;
    }
    try {
      // Another process may have completed the build meanwhile.
      if (!existsSync(folder)) {
        await rename((await buildConsole("gallery")).folder, folder);
      }
    } finally {
      await rm(lock, { recursive: true });
    }
  }
  return folder;
}

/** Creates the lock's folder. Returns true only in the process that created it. */
async function isFirst(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch {
    // Another process has the lock, and builds the gallery.
    return false;
  }
}

/**
 * Serves a built console on a free port, with the Content Security Policy that the server sends.
 */
export async function serveConsole(folder: string) {
  const server = await preview({
    root,
    logLevel: "error",
    build: { outDir: folder },
    preview: {
      port: 0,
      host: "127.0.0.1",
      headers: {
        "content-security-policy":
          "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
          "connect-src 'self'; object-src 'none'; base-uri 'none'",
      },
    },
  });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) {
    throw new Error("The preview server has no local address.");
  }
  return { url, close: () => server.close() };
}
