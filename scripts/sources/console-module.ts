import { join } from "node:path";

import { type Plugin, runnerImport } from "vite";

const ROOT = join(import.meta.dirname, "../..");

const withoutStyles: Plugin = {
  name: "without-styles",
  enforce: "pre",
  resolveId: (id) => (id.endsWith(".css") ? "\0no-styles" : null),
  load: (id) => (id === "\0no-styles" ? "export default {}" : null),
};

/** Loads a module of the console in Node, without its styles; the path is relative to `src`. */
export async function loadConsoleModule<Exports>(path: string): Promise<Exports> {
  const { module } = await runnerImport<Exports>(join(ROOT, "apps/console/src", path), {
    root: ROOT,
    configFile: false,
    logLevel: "error",
    plugins: [withoutStyles],
  });
  return module;
}
