import { parentPort } from "node:worker_threads";

import { decodeSound } from "./decode-sound.ts";
import type { DecodeAnswer, DecodeRequest } from "./sound-decoder.ts";

// Decodes one sound after the other, away from the mixer and from the calls.
parentPort?.on("message", (request: DecodeRequest) => {
  void decodeSound(request.bytes, request).then(
    (samples) => answer({ id: request.id, samples }),
    (error: unknown) =>
      answer({ id: request.id, error: error instanceof Error ? error.message : String(error) }),
  );
});

function answer(message: DecodeAnswer): void {
  parentPort?.postMessage(message);
}
