import type { Worker } from "node:worker_threads";

import { readSamples } from "../encoding/encoded-sound.ts";
import { MediaError, type MediaErrorCode } from "../media-error.ts";
import { startThread } from "../start-thread.ts";
import type { SoundMeasures } from "./measure-sound.ts";

export interface DecodeRequest {
  id: number;
  bytes: Uint8Array;
  /** Normalises the loudness; the built-in sounds stay unchanged. */
  isNormalised: boolean;
  /** Returns measurements instead of samples. */
  isMeasured: boolean;
}

export type DecodeAnswer =
  | { id: number; samples: SharedArrayBuffer }
  | { id: number; measures: SoundMeasures }
  | { id: number; error: string; code: MediaErrorCode };

type Decoded = Exclude<DecodeAnswer, { error: string }>;

interface Waiting {
  resolve(decoded: Decoded): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

const DECODE_TIMEOUT_MS = 30_000;
const MAX_WAITING = 64;

/**
 * Decodes sounds in a separate thread, so that a broken file cannot block or end the calling
 * thread.
 */
export class SoundDecoder {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastId = 0;
  #isClosed = false;

  async decode(
    bytes: Uint8Array,
    { isNormalised }: { isNormalised: boolean },
  ): Promise<Int16Array> {
    const decoded = await this.#ask(bytes, { isNormalised, isMeasured: false });
    if ("samples" in decoded) {
      return readSamples(decoded.samples);
    }
    throw new MediaError("sound_unreadable", "The sound was not decoded");
  }

  /** Resolves to the measurements of a sound. Throws MediaError. */
  async measure(bytes: Uint8Array): Promise<SoundMeasures> {
    const decoded = await this.#ask(bytes, { isNormalised: false, isMeasured: true });
    if ("measures" in decoded) {
      return decoded.measures;
    }
    throw new MediaError("sound_unreadable", "The sound was not measured");
  }

  async #ask(
    bytes: Uint8Array,
    how: Pick<DecodeRequest, "isNormalised" | "isMeasured">,
  ): Promise<Decoded> {
    if (this.#isClosed) {
      throw new MediaError("media_closed", "The media is closed");
    }
    if (this.#waiting.size >= MAX_WAITING) {
      throw new MediaError("sound_unreadable", "Too many sounds are being decoded");
    }
    this.#worker ??= this.#start();
    const worker = this.#worker;
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#restart("took longer than 30 s"), DECODE_TIMEOUT_MS);
      this.#waiting.set(id, { resolve, reject, timer });
      worker.postMessage({ id, bytes, ...how } satisfies DecodeRequest);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#failAll("was not finished at the end");
    await this.#worker?.terminate();
    this.#worker = null;
  }

  #start(): Worker {
    const worker = startThread("sound-worker", {});
    worker.unref();
    worker.on("message", (answer: DecodeAnswer) => this.#handleAnswer(answer));
    worker.on("error", (error) => {
      if (this.#worker === worker) {
        this.#restart(`failed: ${error.message}`);
      }
    });
    worker.on("exit", () => {
      if (this.#worker === worker) {
        this.#restart("ended early");
      }
    });
    return worker;
  }

  #handleAnswer(answer: DecodeAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    if (waiting === undefined) {
      return;
    }
    this.#waiting.delete(answer.id);
    clearTimeout(waiting.timer);
    if ("error" in answer) {
      waiting.reject(new MediaError(answer.code, answer.error));
    } else {
      waiting.resolve(answer);
    }
  }

  #restart(why: string): void {
    const worker = this.#worker;
    this.#worker = null;
    this.#failAll(why);
    void worker?.terminate();
  }

  #failAll(why: string): void {
    for (const [id, waiting] of this.#waiting) {
      clearTimeout(waiting.timer);
      this.#waiting.delete(id);
      waiting.reject(new MediaError("sound_unreadable", `Decoding the sound ${why}`));
    }
  }
}
