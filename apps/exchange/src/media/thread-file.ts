import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

type ThreadName = "media-worker" | "sound-worker" | "recording-worker" | "rendition-worker";

/**
 * Starts one of our worker files, which lies beside this one: as source or, in a release, as the
 * bundle of the same name. Node 20 strips no types and `--import tsx` does nothing in its worker
 * threads, so that a source file is started by a line that registers tsx first.
 */
export function startThread(name: ThreadName, workerData: unknown): Worker {
  if (!import.meta.url.endsWith(".ts")) {
    return new Worker(new URL(`./${name}.js`, import.meta.url), { name, workerData });
  }
  // Asked for by `require`, tsx would answer with its CommonJS half, which cannot register.
  const home = pathToFileURL(createRequire(import.meta.url).resolve("tsx/package.json"));
  const tsx = new URL("./dist/esm/api/index.mjs", home).href;
  const file = new URL(`./${name}.ts`, import.meta.url).href;
  const code = `import(${JSON.stringify(tsx)})
    .then(({ register }) => { register(); return import(${JSON.stringify(file)}); })`;
  return new Worker(code, { eval: true, name, workerData, execArgv: [] });
}
