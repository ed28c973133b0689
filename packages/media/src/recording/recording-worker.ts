import { parentPort, type MessagePort } from "node:worker_threads";

import type {
  RecordingReply,
  RecordingMessage,
  WriterOrder,
  WriterReport,
} from "./recording-messages.ts";
import { RecordingWriter } from "./recording-writer.ts";

// Writes recordings outside of the mixer and the calls, because only this thread may wait for the
// disk.
let source: MessagePort | null = null;

const writer = new RecordingWriter({
  onFailed: (id) => answer({ type: "failed", id }),
  onEnded: (id, end) => report({ type: "ended", id, end }),
});

function report(message: WriterReport): void {
  parentPort?.postMessage(message);
}

function answer(message: RecordingReply): void {
  const samples = message.type === "taken" ? [message.samples.buffer as ArrayBuffer] : [];
  source?.postMessage(message, samples);
}

function handle(message: RecordingMessage): void {
  switch (message.type) {
    case "open":
      return writer.open(message.id, message.plan);
    case "samples":
      writer.write(message.id, message.samples);
      return answer({ type: "taken", id: message.id, samples: message.samples });
    case "close":
      return writer.close(message.id, message.fault);
  }
}

parentPort?.on("message", (order: WriterOrder) => {
  if (order.type === "source") {
    source = order.port;
    source.on("message", handle);
    // The media worker has ended, so no further samples come.
    source.on("close", () => writer.closeAll());
    return;
  }
  writer.closeAll();
  report({ type: "closed" });
});
