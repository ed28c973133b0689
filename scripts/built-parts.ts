import { readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

import { build, type Plugin as BuildPlugin } from "esbuild";
import type { Plugin } from "vite";

import { buildPrograms, bundleOptions } from "./build.ts";
import { findImports } from "./sources/imports.ts";
import { isShipped, isTestCode, readSourceFiles } from "./sources/source-file.ts";

const root = join(import.meta.dirname, "..");
const runs = join(root, "node_modules", ".cache", "built-parts");
/**
 * The environment variable with the path of this run's built parts, for tests and the processes
 * that they start.
 */
const FOLDER = "LINEDESK_BUILT_PARTS";

/** Programs that only tests use, by their names in the testkit. */
const testPrograms = {
  "voice-child": "packages/testkit/src/voice-client/child.ts",
  "demo-calls": "packages/testkit/src/demo-calls/main.ts",
};

/** Replaces the machine's clock by one that tests move. */
const movableClock: BuildPlugin = {
  name: "movable-clock",
  setup(bundle) {
    bundle.onResolve({ filter: /\/clock\.ts$/ }, ({ importer, resolveDir }) => {
      const base = join(root, "packages/base/src");
      return resolveDir === base && importer.endsWith("index.ts")
        ? { path: join(base, "testing/movable-clock.ts") }
        : null;
    });
  },
};

/**
 * Builds the parts of a test run: the programs as in `npm run build`, and each module that tests
 * import. Without it, every file of tests, and each thread and process that it starts, would need
 * seconds to load the sources.
 */
export async function setup(): Promise<() => void> {
  // Each project of a run calls this function, and only the first call builds.
  if (process.env[FOLDER] !== undefined) {
    return () => undefined;
  }
  removeAbandoned();
  const folder = folderOf(process.pid);
  const modules = listTestedModules().map((path) => [nameOf(path), path] as const);
  const tested = bundleOptions(folder, { ...Object.fromEntries(modules), ...testPrograms });
  const external = [...(tested.external ?? []), "@roamhq/wrtc"];
  const plugins = [movableClock];
  await Promise.all([
    buildPrograms(folder, plugins),
    build({ ...tested, external, splitting: true, plugins }),
  ]);
  process.env[FOLDER] = folder;
  return () => {
    delete process.env[FOLDER];
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Redirects the imports of the product in test code to the build of `setup`. */
export function builtParts(): Plugin {
  return {
    name: "built-parts",
    enforce: "pre",
    async resolveId(specifier, importer, options) {
      if (importer === undefined || !/^(?:\.|@linedesk\/)/.test(specifier)) {
        return null;
      }
      const found = await this.resolve(specifier, importer, { ...options, skipSelf: true });
      const path = relative(root, found?.id ?? "");
      return isPart(path) ? join(folderOf(process.pid), `${nameOf(path)}.js`) : null;
    },
  };
}

function listTestedModules(): string[] {
  const imported = readSourceFiles(root)
    // A test that is beside its file belongs to the project "unit", which imports the sources.
    .filter(({ path }) => isTestCode(path) && !/\/src\/.*\.test\.tsx?$/.test(path))
    .flatMap(findImports)
    .filter(({ isType }) => !isType)
    .map(({ from }) => from.replace(/^@linedesk\/(\w+)$/, "packages/$1/src/index.ts"));
  return [...new Set(imported)].filter(isPart).toSorted();
}

/** Returns true for code that runs in Node. The console's own tests build the console. */
function isPart(path: string): boolean {
  return isShipped(path) && !path.startsWith("apps/console/");
}

/**
 * Returns the name of a module's build. All builds are in one folder with the programs, because the
 * code expects its threads and sounds beside it.
 */
function nameOf(path: string): string {
  return path.replace(/\.ts$/, "").replaceAll("/", ".");
}

function folderOf(pid: number): string {
  return join(runs, String(pid));
}

/** Removes the folders that killed test runs have left. */
function removeAbandoned(): void {
  for (const name of listRuns()) {
    if (!isRunning(Number(name))) {
      rmSync(join(runs, name), { recursive: true, force: true });
    }
  }
}

function listRuns(): string[] {
  try {
    return readdirSync(runs);
  } catch {
    // There was no run before.
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
