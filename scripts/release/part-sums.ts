import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { runtimePackages } from "./runtime-packages.ts";
import { listShipped } from "./shipped-packages.ts";

/**
 * The programs of each part that an upgrade restarts only if one of these programs has changed. The
 * exchange's supervisor (`start.js`) is not among them: it contains the settings of the server too,
 * and changes in almost every release. The running one starts the unchanged exchange again.
 */
const parts: Readonly<Record<string, readonly string[]>> = {
  exchange: [
    "exchange.js",
    "heartbeat-worker.js",
    "live-worker.js",
    "media-worker.js",
    "parent-watch.js",
    "recording-worker.js",
    "sound-worker.js",
  ],
  "audio-server": ["aes67-packet-worker.js", "audio-server.js", "linedesk-jack.so"],
};

/**
 * Writes `PART.sum` into the stage for each part: the SHA-256 of its programs and of Node, and the
 * versions of the packages that these programs load by name.
 */
export async function writePartSums(root: string, stage: string): Promise<void> {
  for (const [part, names] of Object.entries(parts)) {
    const files = names.map((name) => join(stage, "dist", name)).filter((path) => existsSync(path));
    const programs = await Promise.all([...files, join(stage, "node/bin/node")].map(sumFile));
    const loaded = await listLoaded(files.filter((path) => path.endsWith(".js")));
    const packages = (await listShipped(root, loaded)).map((one) => `${one.name}@${one.version}\n`);
    await writeFile(join(stage, `${part}.sum`), [...programs, ...packages].join(""));
  }
}

async function sumFile(path: string): Promise<string> {
  const sum = createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
  return `${sum}  ${path.split("/").at(-1)}\n`;
}

/** Returns the packages whose names the bundles contain as strings. */
async function listLoaded(bundles: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(bundles.map((path) => readFile(path, "utf8")));
  return runtimePackages.filter((name) => texts.some((text) => text.includes(`"${name}"`)));
}
