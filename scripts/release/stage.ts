import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { writeBill } from "./bill-of-materials.ts";
import { listBundled } from "./bundled-packages.ts";
import { writeEnvFile } from "./env-file.ts";
import { fetchNode } from "./fetch-node.ts";
import { writePartSums } from "./part-sums.ts";
import { runtimePackages } from "./runtime-packages.ts";
import { copyShipped, listShipped } from "./shipped-packages.ts";

/** The files and folders of the repository that are copied into the stage. */
const files = [
  "dist",
  "apps/console/dist",
  "apps/server/sounds",
  "LICENSE",
  "ops",
  "apps/audio-server/linedesk-audio-server-pipewire.conf",
  "apps/audio-server/linedesk-jack.service",
];

export interface Release {
  root: string;
  version: string;
  /** The folder that becomes `/usr/lib/linedesk`. */
  stage: string;
  cache: string;
  /** The time of the release, in seconds since 1970. */
  epochS: number;
}

/** Fills the stage with everything that an installed station needs. The build has run before. */
export async function fillStage({ root, version, stage, cache, epochS }: Release): Promise<void> {
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
  await writeFile(join(stage, "sbom.cyclonedx.json"), await writeBill({ root, epochS }, contained));
  await writePartSums(root, stage);
}
