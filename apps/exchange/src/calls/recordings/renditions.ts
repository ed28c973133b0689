import { rm, stat } from "node:fs/promises";

import type { Logger } from "pino";

import { RefusedError } from "@linedesk/base";
import { besideOf, RenditionError, RenditionMaker } from "@linedesk/media";
import { GrowingFile } from "./growing-file.ts";
import type { SoundFile, SoundWish } from "./recording-book.ts";
import type { RecordingStore } from "./recording-store.ts";
import type { RecordingRecord } from "./recording.ts";

/** What was encoded is kept for the next who asks, up to so much. */
const CACHE_BYTES = 512 * 1024 * 1024;

export const RENDITION_ENDINGS = [".mono.wav", ".mp3", ".mono.mp3"] as const;
type Ending = (typeof RENDITION_ENDINGS)[number];

interface Making {
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
  readonly #making = new Map<string, Making>();

  constructor(store: RecordingStore, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  /** Throws RefusedError. */
  async file(record: RecordingRecord, wish: SoundWish): Promise<SoundFile> {
    const channels = wish.channels ?? record.channels;
    if (channels > record.channels) {
      throw new RefusedError(20001, "Invalid value for 'RequestedChannels': it has one channel");
    }
    const { checksum = "", bytes = 0 } = record.sound ?? {};
    const tag = `${checksum}-${channels}`;
    const isAsWritten = wish.type === "wav" && channels === record.channels;
    if (isAsWritten) {
      const content = { path: this.#store.pathOf(record.sid), bytes };
      return { content, type: "audio/x-wav", tag };
    }
    const ending: Ending =
      wish.type === "wav" ? ".mono.wav" : channels < record.channels ? ".mono.mp3" : ".mp3";
    const path = this.#store.pathOf(record.sid, ending);
    const content = await this.#need(record, { ...wish, path, channels });
    const type = wish.type === "mp3" ? "audio/mpeg" : "audio/x-wav";
    return { content, type, tag: `${tag}-${wish.type}` };
  }

  /** The recording is gone, and all its forms. */
  forget(sid: string): void {
    for (const ending of RENDITION_ENDINGS) {
      const path = this.#store.pathOf(sid, ending);
      const making = this.#making.get(path);
      if (making !== undefined) {
        making.isWanted = false;
      }
      this.#drop(path);
    }
  }

  async close(): Promise<void> {
    await this.#maker.close();
  }

  async #need(
    { sid }: RecordingRecord,
    wish: { path: string; type: "wav" | "mp3"; channels: 1 | 2; isWhole: boolean },
  ): Promise<SoundFile["content"]> {
    const { path } = wish;
    const known = this.#made.get(path);
    if (known !== undefined && (await isThere(path))) {
      this.#made.delete(path);
      this.#made.set(path, known);
      return { path, bytes: known };
    }
    const making = this.#making.get(path) ?? this.#make(sid, wish);
    try {
      if (wish.isWhole) {
        return { path, bytes: await making.done };
      }
      await making.growing.begun();
      return making.growing;
    } catch (error) {
      return this.#explain(error, sid);
    }
  }

  /** [XM96] Whoever asks has its beginning at once; it is made to its end for whoever is next. */
  #make(
    sid: string,
    { path, type, channels }: { path: string; type: "wav" | "mp3"; channels: 1 | 2 },
  ): Making {
    const growing = new GrowingFile({ made: path, beside: besideOf(path) });
    const order = { from: this.#store.pathOf(sid), to: path, type, channels };
    const done = this.#maker.make(order, (bytes) => growing.grow(bytes));
    const making: Making = { growing, done, isWanted: true };
    this.#making.set(path, making);
    done.then(
      (bytes) => this.#finish(path, making, bytes),
      (error: unknown) => {
        this.#making.delete(path);
        growing.finish(error instanceof Error ? error : new Error(String(error)));
      },
    );
    return making;
  }

  #finish(path: string, making: Making, bytes: number): void {
    this.#making.delete(path);
    this.#made.set(path, bytes);
    making.growing.grow(bytes);
    making.growing.finish(null);
    if (making.isWanted) {
      this.#makeRoom(path);
    } else {
      this.#drop(path);
    }
  }

  #explain(error: unknown, sid: string): never {
    if (!(error instanceof RenditionError)) {
      throw error;
    }
    if (error.code === "rendition_busy") {
      throw new RefusedError(20429, error.message, 429);
    }
    this.#logger.error({ err: error, sid }, "a recording could not be encoded");
    throw error;
  }

  #makeRoom(keep: string): void {
    let bytes = [...this.#made.values()].reduce((sum, size) => sum + size, 0);
    for (const [path, size] of this.#made) {
      if (bytes <= CACHE_BYTES) {
        return;
      }
      if (path === keep) {
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

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
