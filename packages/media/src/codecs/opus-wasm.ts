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
 * The only file that knows @evan/opus. Its libopus is used as the WebAssembly that it ships, since
 * its own classes can neither conceal nor correct errors and make a new array for each packet.
 * Null where there is none for this machine.
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

/** The second one is for machines without vector instructions. */
function libraryFiles(): string[] {
  const require = createRequire(import.meta.url);
  try {
    return [
      require.resolve("@evan/opus/wasm/simd.wasm"),
      require.resolve("@evan/opus/wasm/opus.wasm"),
    ];
  } catch {
    // Not installed: the calls go on in G.711.
    return [];
  }
}

async function compiled(file: string): Promise<WebAssembly.Module | null> {
  try {
    return await WebAssembly.compile(await readFile(file));
  } catch {
    // Refused by this machine: the next one, or none, is the answer.
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
