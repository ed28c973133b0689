import { parentPort } from "node:worker_threads";

import { MediaError } from "../media-error.ts";
import { decodeSound } from "./decode-sound.ts";
import { measureSound } from "./measure-sound.ts";
import type { DecodeAnswer, DecodeRequest } from "./sound-decoder.ts";

// Decodes one sound after the other, outside of the mixer and the calls.
parentPort?.on("message", (request: DecodeRequest) => {
  void work(request).then(answer, (error: unknown) =>
    answer({
      id: request.id,
      error: error instanceof Error ? error.message : String(error),
      code: error instanceof MediaError ? error.code : "sound_unreadable",
    }),
  );
});

async function work(request: DecodeRequest): Promise<DecodeAnswer> {
  const { id, bytes } = request;
  return request.isMeasured
    ? { id, measures: await measureSound(bytes) }
    : { id, samples: await decodeSound(bytes, request) };
}

function answer(message: DecodeAnswer): void {
  parentPort?.postMessage(message);
}
