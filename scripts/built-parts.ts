import { readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

import { build, type Plugin as BuildPlugin } from "esbuild";
import type { Plugin } from "vite";

import { buildPrograms, bundleOptions } from "./build.ts";
import { findImports } from "./sources/imports.ts";
import { isShipped, isTestCode, readSourceFiles } from "./sources/source-file.ts";

const root = join(import.meta.dirname, "..");
const runs = join(root, "node_modules", ".cache", "built-parts");
/** Tells tests, and the processes that they start, where it lies. */
const FOLDER = "LINEDESK_BUILT_PARTS";

/** Programs of test support by their names in the testkit. */
const testPrograms = {
  "voice-child": "packages/testkit/src/voice-client/child.ts",
  "demo-calls": "packages/testkit/src/demo-calls/main.ts",
};

/** Puts a clock that tests move in the place of the machine's own. */
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
 * What tests of several parts run is built once a run: the programs as `npm run build` makes them,
 * and beside them each module that tests import. From sources every file of tests would load them
 * for seconds of the processor, and so would each thread and process that it starts.
 */
export async function setup(): Promise<() => void> {
  // Each project of a run asks for it.
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

/** Leads what test code imports of the product to what `setup` has built. */
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
    // A test that stands beside its file is one of "unit".
    .filter(({ path }) => isTestCode(path) && !/\/src\/.*\.test\.tsx?$/.test(path))
    .flatMap(findImports)
    .filter(({ isType }) => !isType)
    .map(({ from }) => from.replace(/^@linedesk\/(\w+)$/, "packages/$1/src/index.ts"));
  return [...new Set(imported)].filter(isPart).toSorted();
}

/** Of what runs in Node: the console is built by its own tests. */
function isPart(path: string): boolean {
  return isShipped(path) && !path.startsWith("apps/console/");
}

/** All lie in one folder, beside the programs, where their code looks for threads and sounds. */
function nameOf(path: string): string {
  return path.replace(/\.ts$/, "").replaceAll("/", ".");
}

function folderOf(pid: number): string {
  return join(runs, String(pid));
}

/** What runs that were killed have left. */
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
    // There was none yet.
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
