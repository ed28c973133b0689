import type { MessagePort } from "node:worker_threads";

import type { RecordingId } from "../port/media-port.ts";
import type { RecordingReply, RecordingMessage } from "./recording-messages.ts";
import type { RecordingSink } from "./recording-tap.ts";

/** The media worker's end of the port to the writer. */
export class WriterSink implements RecordingSink {
  #port: MessagePort | null = null;

  connect(port: MessagePort | null, onAnswer: (answer: RecordingReply) => void): void {
    this.#port?.close();
    this.#port = port;
    port?.on("message", onAnswer);
  }

  open(id: RecordingId, plan: Parameters<RecordingSink["open"]>[1]): void {
    this.#post({ type: "open", id, plan });
  }

  write(id: RecordingId, samples: Int16Array): void {
    this.#post({ type: "samples", id, samples }, [samples.buffer as ArrayBuffer]);
  }

  close(id: RecordingId, fault: "disk_too_slow" | null): void {
    this.#post({ type: "close", id, fault });
  }

  /** Messages that were already posted still arrive. */
  disconnect(): void {
    this.#port?.close();
    this.#port = null;
  }

  #post(message: RecordingMessage, transfer: ArrayBuffer[] = []): void {
    this.#port?.postMessage(message, transfer);
  }
}
