import { setTimeout as wait } from "node:timers/promises";
import { parentPort } from "node:worker_threads";

import type { FromLiveWorker, ToLiveWorker } from "./live-decoder.ts";
import { LiveDecoding } from "./live-decoding.ts";
import { LiveRing } from "./live-ring.ts";

// Decodes all endless streams in a separate thread, so that a long file cannot delay a programme.
const streams = new Map<number, LiveDecoding>();

parentPort?.on("message", (message: ToLiveWorker) => {
  switch (message.type) {
    case "open": {
      const known = streams.get(message.stream);
      if (known !== undefined) {
        known.restart(message.format);
      } else {
        streams.set(message.stream, openDecoding(message));
      }
      return;
    }
    case "feed":
      void feed(message.stream, message.piece, message.bytes);
      return;
    case "close":
      streams.get(message.stream)?.close();
      streams.delete(message.stream);
      return;
  }
});

function openDecoding({ ring, format }: Extract<ToLiveWorker, { type: "open" }>): LiveDecoding {
  return new LiveDecoding(new LiveRing(ring), format, (durationMs) => wait(durationMs));
}

async function feed(stream: number, piece: number, bytes: Uint8Array): Promise<void> {
  try {
    const samples = (await streams.get(stream)?.feed(bytes)) ?? 0;
    postToHost({ type: "fed", piece, samples });
  } catch (error) {
    postToHost({
      type: "unreadable",
      piece,
      message: error instanceof Error ? error.message : "broken",
    });
  }
}

function postToHost(message: FromLiveWorker): void {
  parentPort?.postMessage(message);
}
