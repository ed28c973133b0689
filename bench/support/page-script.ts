import { join } from "node:path";

import { build } from "esbuild";

/** Bundles a page's part of a bench as one script. */
export async function pageScript(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "..", "page", `${name}.ts`)],
    bundle: true,
    format: "iife",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
