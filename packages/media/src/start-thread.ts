import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";

const sources = {
  "media-worker": "./worker/media-worker.ts",
  "sound-worker": "./sounds/sound-worker.ts",
  "live-worker": "./live/live-worker.ts",
  "recording-worker": "./recording/recording-worker.ts",
};

type ThreadName = keyof typeof sources;

/**
 * Is true in a release, in which threads are bundles that start at once. A thread from source needs
 * a second of processor time to start.
 */
export const isRelease = !import.meta.url.endsWith(".ts");

/**
 * Starts one of the worker files: as source or, in a release, as the bundle of this name beside
 * this bundle. Node 20 does not strip types and ignores `--import tsx` in worker threads, so a line
 * of code registers tsx before it loads a source file.
 */
export function startThread(name: ThreadName, workerData: unknown): Worker {
  // Decoders write a line for each broken frame, and a hostile stream consists only of such frames.
  const stderr = name === "sound-worker" || name === "live-worker";
  const worker = openThread(name, { name, workerData, stderr });
  if (stderr) {
    worker.stderr.resume();
  }
  return worker;
}

function openThread(name: ThreadName, options: WorkerOptions): Worker {
  if (isRelease) {
    return new Worker(new URL(`./${name}.js`, import.meta.url), options);
  }
  // `require` would resolve tsx to its CommonJS part, which cannot register.
  const home = pathToFileURL(createRequire(import.meta.url).resolve("tsx/package.json"));
  const tsx = new URL("./dist/esm/api/index.mjs", home).href;
  const file = new URL(sources[name], import.meta.url).href;
  const code = `import(${JSON.stringify(tsx)})
    .then(({ register }) => { register(); return import(${JSON.stringify(file)}); })`;
  return new Worker(code, { ...options, eval: true, execArgv: [] });
}
