import type { Worker } from "node:worker_threads";

import type { LiveFormat } from "../decoders/sound-format.ts";
import { readSamples } from "../encoding/encoded-sound.ts";
import { MediaError, type MediaErrorCode } from "../media-error.ts";
import { startThread } from "../start-thread.ts";
import type { SoundMeasures } from "./measure-sound.ts";

export type DecodeTask =
  /** `isNormalised` normalises the loudness; the built-in sounds stay unchanged. */
  | { type: "decode"; isNormalised: boolean }
  /**
   * Returns measurements. The format of a stream is known. With `maxFileBytes` the answer also
   * contains a converted file, if the format of the sound is not played everywhere.
   */
  | { type: "measure"; liveFormat: LiveFormat | null; maxFileBytes: number | null };

export interface DecodeRequest {
  id: number;
  bytes: Uint8Array;
  task: DecodeTask;
}

export type DecodeAnswer =
  | { id: number; samples: SharedArrayBuffer }
  | ({ id: number } & MeasuredFile)
  | { id: number; error: string; code: MediaErrorCode };

export interface MeasuredFile {
  measures: SoundMeasures;
  /** The sound as Ogg Opus, if it was converted. */
  converted: Uint8Array | null;
}

type Decoded = Exclude<DecodeAnswer, { error: string }>;

interface Waiting {
  resolve(decoded: Decoded): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

const DECODE_TIMEOUT_MS = 30_000;
/** Decoding and encoding a quarter of an hour of AAC takes a minute on a busy machine. */
const MEASURE_TIMEOUT_MS = 120_000;
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
    const decoded = await this.#ask(bytes, { type: "decode", isNormalised });
    if ("samples" in decoded) {
      return readSamples(decoded.samples);
    }
    throw new MediaError("sound_unreadable", "The sound was not decoded");
  }

  /** Resolves to the measurements of a file, or of a part of a stream. Throws MediaError. */
  async measure(
    bytes: Uint8Array,
    how: { liveFormat?: LiveFormat | null; maxFileBytes?: number | null },
  ): Promise<MeasuredFile> {
    const { liveFormat = null, maxFileBytes = null } = how;
    const decoded = await this.#ask(bytes, { type: "measure", liveFormat, maxFileBytes });
    if ("measures" in decoded) {
      return decoded;
    }
    throw new MediaError("sound_unreadable", "The sound was not measured");
  }

  async #ask(bytes: Uint8Array, task: DecodeTask): Promise<Decoded> {
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
      const limitMs = task.type === "measure" ? MEASURE_TIMEOUT_MS : DECODE_TIMEOUT_MS;
      const timer = setTimeout(
        () => this.#restart(`took longer than ${limitMs / 1000} s`),
        limitMs,
      );
      this.#waiting.set(id, { resolve, reject, timer });
      worker.postMessage({ id, bytes, task } satisfies DecodeRequest);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#failAll("was stopped, because the media is closed");
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
