import type { Worker } from "node:worker_threads";

import { startThread } from "../start-thread.ts";
import type { RenditionOrder } from "./rendition.ts";

export interface RenditionRequest {
  id: number;
  order: RenditionOrder;
}

export type RenditionAnswer =
  | { id: number; written: number }
  | { id: number; bytes: number }
  | { id: number; error: string };

/** So many are encoded at once, turn by turn, so that a long one keeps nobody waiting. */
const MAX_AT_ONCE = 4;
const MAX_WAITING = 16;

/** A rendition could not be made: the encoder said why. */
export class RenditionError extends Error {
  override readonly name = "RenditionError";
  readonly code: "rendition_failed" | "rendition_busy";

  constructor(code: RenditionError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

interface Waiting {
  onWritten(bytes: number): void;
  resolve(bytes: number): void;
  reject(error: Error): void;
}

/** Makes renditions in a thread of its own, a few at a time. */
export class RenditionMaker {
  #worker: Worker | null = null;
  #lastId = 0;
  #waiting = new Map<number, Waiting>();
  #running = 0;
  readonly #queue: (() => void)[] = [];
  #isClosed = false;

  /** Answers the size of the file, and tells how much of it is there. Throws RenditionError. */
  async make(order: RenditionOrder, onWritten: (bytes: number) => void): Promise<number> {
    if (this.#running >= MAX_AT_ONCE) {
      await this.#acquireSlot();
    }
    this.#running += 1;
    try {
      return await this.#make(order, onWritten);
    } finally {
      this.#running -= 1;
      this.#queue.shift()?.();
    }
  }

  async #acquireSlot(): Promise<void> {
    if (this.#queue.length >= MAX_WAITING) {
      throw new RenditionError("rendition_busy", "Too many recordings are being encoded");
    }
    await new Promise<void>((resolve) => this.#queue.push(resolve));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    this.#worker = null;
    this.#failAll("The exchange is closing");
    await worker?.terminate();
  }

  #make(order: RenditionOrder, onWritten: (bytes: number) => void): Promise<number> {
    if (this.#isClosed) {
      throw new RenditionError("rendition_failed", "The exchange is closing");
    }
    const worker = (this.#worker ??= this.#start());
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { onWritten, resolve, reject });
      worker.postMessage({ id, order } satisfies RenditionRequest);
    });
  }

  #start(): Worker {
    const worker = startThread("rendition-worker", {});
    worker.unref();
    worker.on("message", (answer: RenditionAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      if ("written" in answer) {
        return waiting?.onWritten(answer.written);
      }
      this.#waiting.delete(answer.id);
      if ("bytes" in answer) {
        waiting?.resolve(answer.bytes);
      } else {
        waiting?.reject(new RenditionError("rendition_failed", answer.error));
      }
    });
    // The exit that follows ends what waits.
    worker.on("error", () => undefined);
    worker.on("exit", () => {
      if (this.#worker !== worker) {
        return;
      }
      this.#worker = null;
      this.#failAll("The encoder ended early");
    });
    return worker;
  }

  #failAll(why: string): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const one of waiting) {
      one.reject(new RenditionError("rendition_failed", why));
    }
  }
}
