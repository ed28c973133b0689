import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import { z } from "zod";

const call = z.custom<(...args: number[]) => number>((value) => typeof value === "function");
const exportsShape = z.object({
  memory: z.instanceof(WebAssembly.Memory),
  malloc: call,
  free: call,
  opus_encoder_get_size: call,
  opus_encoder_init: call,
  opus_encoder_ctl_set: call,
  opus_encode: call,
  opus_decoder_get_size: call,
  opus_decoder_init: call,
  opus_decode: call,
});
export type OpusExports = z.infer<typeof exportsShape>;

/**
 * This is the only file that imports @evan/opus. It uses the WebAssembly of libopus in the package,
 * because the package's classes can neither conceal loss nor correct errors, and allocate an array
 * for each packet. Resolves to `null` if no build runs on this machine.
 */
export async function loadOpusWasm(): Promise<OpusExports | null> {
  for (const file of libraryFiles()) {
    const module = await compiled(file);
    if (module !== null) {
      return started(module);
    }
  }
  return null;
}

/**
 * Returns the builds of libopus in order. The second is for machines without vector instructions.
 */
function libraryFiles(): string[] {
  const require = createRequire(import.meta.url);
  try {
    return [
      require.resolve("@evan/opus/wasm/simd.wasm"),
      require.resolve("@evan/opus/wasm/opus.wasm"),
    ];
  } catch {
    // The package is not installed, so calls use G.711.
    return [];
  }
}

async function compiled(file: string): Promise<WebAssembly.Module | null> {
  try {
    return await WebAssembly.compile(await readFile(file));
  } catch {
    // This machine cannot run the file, so the caller tries the next file.
    return null;
  }
}

async function started(module: WebAssembly.Module): Promise<OpusExports> {
  function nothing() {
    return 0;
  }
  const instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: {
      fd_seek: nothing,
      fd_write: nothing,
      fd_close: nothing,
      proc_exit: nothing,
    },
    env: { emscripten_notify_memory_growth: nothing },
  });
  return exportsShape.parse(instance.exports);
}
