import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";

import type {
  RecordingEnd,
  RecordingId,
  RecordingPlan,
  RecordingPort,
} from "../port/media-port.ts";
import type { WriterOrder, WriterReport } from "../recording/recording-messages.ts";
import { startThread } from "../start-thread.ts";
import type { RecordingCast } from "../worker/media-messages.ts";

const CLOSE_TIMEOUT_MS = 5000;

export interface RecordingThreadOptions {
  cast: (cast: RecordingCast) => void;
  /** Gives the media worker its port to the writer; `null` when the writer has ended. */
  setWriter: (port: MessagePort | null) => void;
  onEnded: (recording: RecordingId, end: RecordingEnd) => void;
  onFault: (message: string) => void;
}

/**
 * The thread that writes recordings; the first recording starts it. If the thread ends
 * unexpectedly, its recordings fail and the next recording starts it again.
 */
export class RecordingThread implements RecordingPort {
  readonly #options: RecordingThreadOptions;
  readonly #open = new Set<RecordingId>();
  #worker: Worker | null = null;
  #isClosed = false;

  constructor(options: RecordingThreadOptions) {
    this.#options = options;
  }

  /** Starts the thread early, so that the first recording does not buffer its beginning. */
  prepare(): void {
    if (!this.#isClosed) {
      this.#worker ??= this.#startWorker();
    }
  }

  start(recording: RecordingId, plan: RecordingPlan): void {
    if (this.#isClosed) {
      return;
    }
    this.#open.add(recording);
    this.prepare();
    this.#options.cast({ method: "start", args: [recording, plan] });
  }

  pause(recording: RecordingId, how: "skip" | "silence"): void {
    this.#options.cast({ method: "pause", args: [recording, how] });
  }

  resume(recording: RecordingId): void {
    this.#options.cast({ method: "resume", args: [recording] });
  }

  stop(recording: RecordingId): void {
    this.#options.cast({ method: "stop", args: [recording] });
  }

  /** Reports each end exactly once, even if both threads report it. */
  ended(recording: RecordingId, end: RecordingEnd): void {
    if (this.#open.delete(recording)) {
      this.#options.onEnded(recording, end);
    }
  }

  /** Runs after the media worker has ended: the writer completes the open files. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (worker === null) {
      return;
    }
    const over = new Promise<void>((resolve) => {
      worker.once("exit", () => resolve());
      worker.on("message", () => {
        if (this.#open.size === 0) {
          resolve();
        }
      });
    });
    worker.postMessage({ type: "close" } satisfies WriterOrder);
    const timer = setTimeout(() => void worker.terminate(), CLOSE_TIMEOUT_MS);
    await over;
    clearTimeout(timer);
    this.#worker = null;
    await worker.terminate();
  }

  #startWorker(): Worker {
    const worker = startThread("recording-worker", {});
    const { port1, port2 } = new MessageChannel();
    worker.postMessage({ type: "source", port: port1 } satisfies WriterOrder, [port1]);
    this.#options.setWriter(port2);
    worker.on("message", (report: WriterReport) => {
      if (report.type === "ended") {
        this.ended(report.id, report.end);
      }
    });
    worker.on("error", (error) => this.#options.onFault(`Recording failed: ${error.message}`));
    worker.on("exit", () => this.#handleGone(worker));
    return worker;
  }

  #handleGone(worker: Worker): void {
    if (this.#worker !== worker) {
      return;
    }
    this.#worker = null;
    this.#options.setWriter(null);
    for (const recording of this.#open) {
      this.ended(recording, { reason: "failed", code: "disk_failed" });
    }
  }
}
