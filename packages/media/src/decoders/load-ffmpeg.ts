import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { compileFunction } from "node:vm";

import type { AudioDecoder } from "audio-file-decoder";

/** Opens a file of sound. Rejects for a file without sound that it can decode. */
type OpenAudio = (wasmFile: string, bytes: ArrayBuffer) => Promise<AudioDecoder>;

interface FfmpegModule {
  open: OpenAudio;
  wasmFile: string;
}

/** The memory that FFmpeg may use for one sound of 15 minutes, in its WebAssembly. */
const MAX_MEMORY_BYTES = 640 * 1024 * 1024;
const PAGE_BYTES = 65_536;

/**
 * Loads FFmpeg as WebAssembly. Its package is written for browsers, as an ES module that Node 20
 * loads as CommonJS. Its code therefore runs here as a function, with only the globals that it
 * needs. It cannot fetch, write to the console or add handlers to the process.
 */
export function loadFfmpeg(): FfmpegModule {
  const require = createRequire(import.meta.url);
  const file = require.resolve("audio-file-decoder");
  const source = readFileSync(file, "utf8").replaceAll("import.meta.url", '"file:///"');
  const end = source.lastIndexOf("export{");
  const exported = source.slice(end + "export{".length).split(",");
  const suffix = " as getAudioDecoder";
  const name = exported.find((one) => one.endsWith(suffix))?.slice(0, -suffix.length);
  if (end < 0 || name === undefined) {
    throw new Error("The package audio-file-decoder has an unknown form");
  }
  const body = `${source.slice(0, end)}\nreturn ${name};`;
  const globals = { ...closedGlobals, require };
  const load: unknown = compileFunction(body, Object.keys(globals));
  if (!isLoader(load)) {
    throw new Error("The package audio-file-decoder was not compiled");
  }
  const wasmFile = path.join(path.dirname(file), "../decode-audio.wasm");
  return { open: load(...Object.values(globals)), wasmFile };
}

function isLoader(value: unknown): value is (...globals: unknown[]) => OpenAudio {
  return typeof value === "function";
}

function ignore(): void {
  // FFmpeg prints a line for each damaged frame. These lines are not needed.
}

const closedGlobals = {
  process: { versions: { node: "20" }, argv: [], on: ignore },
  __dirname: "/",
  window: undefined,
  fetch: undefined,
  importScripts: undefined,
  console: { log: ignore, warn: ignore, error: ignore },
  WebAssembly: { ...pickWebAssembly(), instantiate: instantiateBounded },
};

function pickWebAssembly(): Pick<typeof WebAssembly, "RuntimeError" | "Memory" | "Module"> {
  const { RuntimeError, Memory, Module } = WebAssembly;
  return { RuntimeError, Memory, Module };
}

/**
 * Instantiates a module whose memory cannot grow beyond the limit. The module handles the refusal.
 */
async function instantiateBounded(
  bytes: BufferSource,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  const created = await WebAssembly.instantiate(bytes, imports);
  for (const memory of Object.values(created.instance.exports)) {
    if (memory instanceof WebAssembly.Memory) {
      boundMemory(memory);
    }
  }
  return created;
}

function boundMemory(memory: WebAssembly.Memory): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * PAGE_BYTES > MAX_MEMORY_BYTES) {
      throw new RangeError("The memory for the sound is full");
    }
    return grow(pages);
  };
}
