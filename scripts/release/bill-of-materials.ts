import { execFile } from "node:child_process";
import { promisify } from "node:util";

import * as z from "zod";

import { NODE_VERSION } from "./fetch-node.ts";

const run = promisify(execFile);
const MAX_BYTES = 64 * 1024 * 1024;

const component = z.looseObject({ name: z.string(), version: z.string().optional() });
const bill = z.looseObject({
  // npm makes a new number for each bill.
  serialNumber: z.unknown().optional(),
  metadata: z.looseObject({ component: z.looseObject({ "bom-ref": z.string() }) }),
  components: z.array(component),
  dependencies: z.array(
    z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() }),
  ),
});

/**
 * Returns a CycloneDX bill of materials of the release: npm's own bill of the lock file, without
 * the packages that the release does not contain, and with the Node of the release. `contained` has
 * entries such as `pino@10.4.0`. The bill has the time of the release, so that it depends only on
 * its sources.
 */
export async function writeBill(
  { root, epochS }: { root: string; epochS: number },
  contained: ReadonlySet<string>,
): Promise<string> {
  const args = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
  const { stdout } = await run("npm", args, { cwd: root, maxBuffer: MAX_BYTES });
  const { serialNumber: _number, ...whole } = bill.parse(JSON.parse(stdout));
  const metadata = {
    ...whole.metadata,
    // npm names the component after the folder.
    component: { ...whole.metadata.component, type: "application", name: "linedesk" },
    timestamp: new Date(epochS * 1000).toISOString(),
  };
  const present = whole.components.filter(({ name, version }) =>
    contained.has(`${name}@${version}`),
  );
  const refs = new Set([
    whole.metadata.component["bom-ref"],
    ...present.map((one) => String(one["bom-ref"])),
  ]);
  const dependencies = whole.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map((one) => ({ ...one, dependsOn: (one.dependsOn ?? []).filter((ref) => refs.has(ref)) }));
  const node = {
    "bom-ref": `node@${NODE_VERSION}`,
    type: "application",
    name: "node",
    version: NODE_VERSION,
    licenses: [{ license: { id: "MIT" } }],
    purl: `pkg:generic/node@${NODE_VERSION}`,
  };
  return `${JSON.stringify({ ...whole, metadata, components: [...present, node], dependencies }, null, 2)}\n`;
}
