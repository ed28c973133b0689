import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { build, preview } from "vite";

const root = join(import.meta.dirname, "../..");
const LOOK_EVERY_MS = 100;

/** Builds the console aside, as `production` or with the gallery; remove it when done. */
export async function buildConsole(mode: "production" | "gallery") {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-console-"));
  const before = process.env["NODE_ENV"];
  // Vitest says "test", with which React builds the slow and large version of itself.
  process.env["NODE_ENV"] = "production";
  await build({ root, mode, logLevel: "error", build: { outDir: folder, emptyOutDir: true } });
  process.env["NODE_ENV"] = before;
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The folder of the console with its gallery: whoever comes first builds it for the whole run. */
export async function findGallery(): Promise<string> {
  const folder = join(tmpdir(), "linedesk-gallery");
  const lock = `${folder}.lock`;
  while (!existsSync(folder)) {
    if (!(await isFirst(lock))) {
      await wait(LOOK_EVERY_MS);
      continue;
    }
    try {
      // Whoever was first may have ended meanwhile.
      if (!existsSync(folder)) {
        await rename((await buildConsole("gallery")).folder, folder);
      }
    } finally {
      await rm(lock, { recursive: true });
    }
  }
  return folder;
}

/** Of several who make a folder at once one succeeds. */
async function isFirst(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch {
    // Another builds it.
    return false;
  }
}

/** Serves a built console on a free port, with the content policy that the server sends. */
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
    throw new Error("the preview has no address");
  }
  return { url, close: () => server.close() };
}
