import type { Worker } from "node:worker_threads";

import type { LiveFormat } from "../decoders/sound-format.ts";
import { MediaError } from "../media-error.ts";
import { startThread } from "../start-thread.ts";

export type ToLiveWorker =
  | { type: "open"; stream: number; ring: SharedArrayBuffer; format: LiveFormat }
  | { type: "feed"; stream: number; piece: number; bytes: Uint8Array }
  | { type: "close"; stream: number };

export type FromLiveWorker =
  | { type: "fed"; piece: number; samples: number }
  | { type: "unreadable"; piece: number; message: string };

/** Converts the bytes of streams to sound in their ring buffers. */
export interface StreamFeeder {
  /** Begins a stream, or restarts it. */
  open(stream: number, ring: SharedArrayBuffer, format: LiveFormat): void;
  /** Resolves when the sound is in the ring, with the number of its samples. Throws MediaError. */
  feed(stream: number, bytes: Uint8Array): Promise<number>;
  end(stream: number): void;
}

interface Fed {
  resolve(samples: number): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** A piece contains at most a minute of sound, and `feed` waits until the ring has room for it. */
const FEED_TIMEOUT_MS = 90_000;

/** The thread that decodes endless streams. The first stream starts the thread. */
export class LiveDecoder implements StreamFeeder {
  readonly #fed = new Map<number, Fed>();
  #worker: Worker | null = null;
  #lastPiece = 0;
  #isClosed = false;

  open(stream: number, ring: SharedArrayBuffer, format: LiveFormat): void {
    if (this.#isClosed) {
      throw new MediaError("media_closed", "The media is closed");
    }
    this.#worker ??= this.#start();
    this.#post({ type: "open", stream, ring, format });
  }

  async feed(stream: number, bytes: Uint8Array): Promise<number> {
    this.#lastPiece += 1;
    const piece = this.#lastPiece;
    return new Promise((resolve, reject) => {
      if (this.#worker === null) {
        reject(new MediaError("sound_unreadable", "Decoding the stream has ended"));
        return;
      }
      const timer = setTimeout(() => this.#stop("took longer than 90 s"), FEED_TIMEOUT_MS);
      this.#fed.set(piece, { resolve, reject, timer });
      this.#post({ type: "feed", stream, piece, bytes });
    });
  }

  end(stream: number): void {
    this.#post({ type: "close", stream });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    this.#stop("was stopped, because the media is closed");
    await worker?.terminate();
  }

  #post(message: ToLiveWorker): void {
    this.#worker?.postMessage(message);
  }

  #start(): Worker {
    const worker = startThread("live-worker", {});
    worker.unref();
    worker.on("message", (message: FromLiveWorker) => this.#handleMessage(message));
    worker.on("error", (error) => {
      if (this.#worker === worker) {
        this.#stop(`failed: ${error.message}`);
      }
    });
    worker.on("exit", () => {
      if (this.#worker === worker) {
        this.#stop("ended early");
      }
    });
    return worker;
  }

  #handleMessage(message: FromLiveWorker): void {
    const fed = this.#fed.get(message.piece);
    if (fed === undefined) {
      return;
    }
    this.#fed.delete(message.piece);
    clearTimeout(fed.timer);
    if (message.type === "fed") {
      fed.resolve(message.samples);
    } else {
      fed.reject(new MediaError("sound_unreadable", message.message));
    }
  }

  /** Ends the thread. Every stream then reconnects, and the next `open` starts another thread. */
  #stop(why: string): void {
    const worker = this.#worker;
    this.#worker = null;
    for (const [piece, fed] of this.#fed) {
      clearTimeout(fed.timer);
      this.#fed.delete(piece);
      fed.reject(new MediaError("media_broken", `Decoding the stream ${why}`));
    }
    void worker?.terminate();
  }
}
