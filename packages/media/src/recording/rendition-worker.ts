import { parentPort } from "node:worker_threads";

import type { RenditionAnswer, RenditionRequest } from "./rendition-maker.ts";
import { makeRendition } from "./rendition.ts";

// Encodes, away from the mixer and from the calls; several orders take turns piece by piece.
parentPort?.on("message", ({ id, order }: RenditionRequest) => {
  void makeRendition(order, (written) => answer({ id, written })).then(
    (bytes) => answer({ id, bytes }),
    (error: unknown) =>
      answer({ id, error: error instanceof Error ? error.message : String(error) }),
  );
});

function answer(message: RenditionAnswer): void {
  parentPort?.postMessage(message);
}
