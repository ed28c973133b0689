import { rm, stat } from "node:fs/promises";

import type { Logger } from "pino";

import { RefusedError, TWILIO_CODES } from "@linedesk/base";
import { partialPath, RenditionError, RenditionMaker } from "@linedesk/media";
import { GrowingFile } from "./growing-file.ts";
import type { SoundFile, RecordingMediaRequest } from "./recording-api.ts";
import type { RecordingStore } from "./recording-store.ts";
import type { RecordingRecord } from "./recording.ts";

/** What was encoded is kept for the next who asks, up to so much. */
const CACHE_BYTES = 512 * 1024 * 1024;

export const RENDITION_ENDINGS = [".mono.wav", ".mp3", ".mono.mp3"] as const;
type Ending = (typeof RENDITION_ENDINGS)[number];

interface RenditionJob {
  growing: GrowingFile;
  done: Promise<number>;
  /** False where its recording was deleted meanwhile. */
  isWanted: boolean;
}

/** A recording's sound in the forms that it was not written in: made when asked for. */
export class Renditions {
  readonly #store: RecordingStore;
  readonly #logger: Logger;
  readonly #maker = new RenditionMaker();
  /** Least recently asked for first. */
  readonly #made = new Map<string, number>();
  readonly #jobs = new Map<string, RenditionJob>();

  constructor(store: RecordingStore, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  /** Throws RefusedError. */
  async file(record: RecordingRecord, mediaRequest: RecordingMediaRequest): Promise<SoundFile> {
    const channels = mediaRequest.channels ?? record.channels;
    if (channels > record.channels) {
      throw new RefusedError(
        TWILIO_CODES.INVALID_PARAMETER,
        "Invalid value for 'RequestedChannels': it has one channel",
      );
    }
    const { checksum = "", bytes = 0 } = record.sound ?? {};
    const tag = `${checksum}-${channels}`;
    const isAsWritten = mediaRequest.type === "wav" && channels === record.channels;
    if (isAsWritten) {
      const content = { path: this.#store.soundPath(record.sid), bytes };
      return { content, type: "audio/x-wav", tag };
    }
    const ending: Ending =
      mediaRequest.type === "wav" ? ".mono.wav" : channels < record.channels ? ".mono.mp3" : ".mp3";
    const path = this.#store.soundPath(record.sid, ending);
    const content = await this.#findOrMake(record, { ...mediaRequest, path, channels });
    const type = mediaRequest.type === "mp3" ? "audio/mpeg" : "audio/x-wav";
    return { content, type, tag: `${tag}-${mediaRequest.type}` };
  }

  /** The recording is gone, and all its forms. */
  forget(sid: string): void {
    for (const ending of RENDITION_ENDINGS) {
      const path = this.#store.soundPath(sid, ending);
      const making = this.#jobs.get(path);
      if (making !== undefined) {
        making.isWanted = false;
      }
      this.#drop(path);
    }
  }

  async close(): Promise<void> {
    await this.#maker.close();
  }

  async #findOrMake(
    { sid }: RecordingRecord,
    mediaRequest: { path: string; type: "wav" | "mp3"; channels: 1 | 2; isWhole: boolean },
  ): Promise<SoundFile["content"]> {
    const { path } = mediaRequest;
    const known = this.#made.get(path);
    if (known !== undefined && (await fileExists(path))) {
      this.#made.delete(path);
      this.#made.set(path, known);
      return { path, bytes: known };
    }
    const making = this.#jobs.get(path) ?? this.#make(sid, mediaRequest);
    try {
      if (mediaRequest.isWhole) {
        return { path, bytes: await making.done };
      }
      await making.growing.begun();
      return making.growing;
    } catch (error) {
      return this.#explain(error, sid);
    }
  }

  /** Whoever asks has its beginning at once; it is made to its end for whoever is next. */
  #make(
    sid: string,
    { path, type, channels }: { path: string; type: "wav" | "mp3"; channels: 1 | 2 },
  ): RenditionJob {
    const growing = new GrowingFile({ made: path, beside: partialPath(path) });
    const order = { from: this.#store.soundPath(sid), to: path, type, channels };
    const done = this.#maker.make(order, (bytes) => growing.grow(bytes));
    const making: RenditionJob = { growing, done, isWanted: true };
    this.#jobs.set(path, making);
    done.then(
      (bytes) => this.#finish(path, making, bytes),
      (error: unknown) => {
        this.#jobs.delete(path);
        growing.finish(error instanceof Error ? error : new Error(String(error)));
      },
    );
    return making;
  }

  #finish(path: string, making: RenditionJob, bytes: number): void {
    this.#jobs.delete(path);
    this.#made.set(path, bytes);
    making.growing.grow(bytes);
    making.growing.finish(null);
    if (making.isWanted) {
      this.#evict(path);
    } else {
      this.#drop(path);
    }
  }

  #explain(error: unknown, sid: string): never {
    if (!(error instanceof RenditionError)) {
      throw error;
    }
    if (error.code === "rendition_busy") {
      throw new RefusedError(TWILIO_CODES.TOO_MANY_REQUESTS, error.message, 429);
    }
    this.#logger.error({ err: error, sid }, "a recording could not be encoded");
    throw error;
  }

  #evict(newest: string): void {
    let bytes = [...this.#made.values()].reduce((sum, size) => sum + size, 0);
    for (const [path, size] of this.#made) {
      if (bytes <= CACHE_BYTES) {
        return;
      }
      if (path === newest) {
        continue;
      }
      bytes -= size;
      this.#drop(path);
    }
  }

  #drop(path: string): void {
    if (!this.#made.delete(path)) {
      return;
    }
    rm(path, { force: true }).catch((error: unknown) => {
      this.#logger.error({ err: error }, "an encoded recording could not be removed");
    });
  }
}

async function fileExists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
