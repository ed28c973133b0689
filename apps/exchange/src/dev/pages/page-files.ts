import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

export interface PageFile {
  type: string;
  body: Buffer;
}

/** By path, such as `/` and `/page.js`. */
export type PageFiles = Map<string, PageFile>;

/** What is bundled names its source. */
const FILES = {
  "/": { name: "index.html", source: null, type: "text/html; charset=utf-8" },
  "/page.css": { name: "page.css", source: "page.css", type: "text/css; charset=utf-8" },
  "/page.js": { name: "page.js", source: "page.ts", type: "text/javascript; charset=utf-8" },
} as const;

const modules = createRequire(import.meta.url);
const isSource = import.meta.url.endsWith(".ts");

/** The files of one of our pages: from beside the bundle, or made from the sources. */
export async function loadPage(page: "inspector" | "softphone"): Promise<PageFiles> {
  const folder = new URL(
    isSource ? `../../../pages/${page}/` : `./pages/${page}/`,
    import.meta.url,
  );
  const entries = Object.entries(FILES).map(async ([path, { name, source, type }]) => {
    const body =
      isSource && source !== null
        ? bundle(new URL(source, folder))
        : readFile(new URL(name, folder));
    return [path, { type, body: await body }] as const;
  });
  return new Map(await Promise.all(entries));
}

/** The browser build of the Voice SDK, as its makers ship it. */
export async function loadVoiceSdk(): Promise<PageFile> {
  const path = isSource
    ? new URL("../dist/twilio.min.js", pathToFileURL(modules.resolve("@twilio/voice-sdk")))
    : new URL("./pages/softphone/twilio.min.js", import.meta.url);
  return { type: "text/javascript; charset=utf-8", body: await readFile(path) };
}

/** Only where the exchange runs from its sources, for those who work on it. */
async function bundle(entry: URL): Promise<Buffer> {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    format: "iife",
    target: "es2022",
    write: false,
    logLevel: "silent",
  });
  return Buffer.from(outputFiles[0]?.contents ?? "");
}
