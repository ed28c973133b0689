import { rm, stat } from "node:fs/promises";
import type { Logger } from "pino";
import { RefusedError } from "../calls/refused-error.ts";
import { RenditionError, RenditionMaker } from "../media/recording/rendition-maker.ts";
import type { SoundFile } from "./recording-book.ts";
import type { RecordingStore } from "./recording-store.ts";
import type { RecordingRecord } from "./recording.ts";

/** What was encoded is kept for the next who asks, up to so much. */
const cacheBytes = 512 * 1024 * 1024;

export const RENDITION_ENDINGS = [".mono.wav", ".mp3", ".mono.mp3"] as const;
type Ending = (typeof RENDITION_ENDINGS)[number];

/** A recording's sound in the forms that it was not written in: made when asked for. */
export class Renditions {
  readonly #store: RecordingStore;
  readonly #logger: Logger;
  readonly #maker = new RenditionMaker();
  /** Least recently asked for first. */
  readonly #made = new Map<string, number>();
  readonly #making = new Map<string, Promise<number>>();

  constructor(store: RecordingStore, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  /** Throws RefusedError. */
  async file(
    record: RecordingRecord,
    wish: { type: "wav" | "mp3"; channels: 1 | 2 | null },
  ): Promise<SoundFile> {
    const channels = wish.channels ?? record.channels;
    if (channels > record.channels) {
      throw new RefusedError(20001, "Invalid value for 'RequestedChannels': it has one channel");
    }
    const { checksum = "", bytes: wholeBytes = 0 } = record.sound ?? {};
    const tag = `${checksum}-${channels}`;
    const isAsWritten = wish.type === "wav" && channels === record.channels;
    if (isAsWritten) {
      const path = this.#store.pathOf(record.sid);
      return { path, bytes: wholeBytes, type: "audio/x-wav", tag };
    }
    const ending: Ending =
      wish.type === "wav" ? ".mono.wav" : channels < record.channels ? ".mono.mp3" : ".mp3";
    const path = this.#store.pathOf(record.sid, ending);
    const bytes = await this.#need(record, { path, type: wish.type, channels });
    const type = wish.type === "mp3" ? "audio/mpeg" : "audio/x-wav";
    return { path, bytes, type, tag: `${tag}-${wish.type}` };
  }

  /** The recording is gone, and all its forms. */
  forget(sid: string): void {
    for (const ending of RENDITION_ENDINGS) this.#drop(this.#store.pathOf(sid, ending));
  }

  async close(): Promise<void> {
    await this.#maker.close();
  }

  async #need(
    { sid }: RecordingRecord,
    wish: { path: string; type: "wav" | "mp3"; channels: 1 | 2 },
  ): Promise<number> {
    const { path, type, channels } = wish;
    const known = this.#made.get(path);
    if (known !== undefined && (await isThere(path))) {
      this.#made.delete(path);
      this.#made.set(path, known);
      return known;
    }
    const making =
      this.#making.get(path) ??
      this.#maker
        .make({ from: this.#store.pathOf(sid), to: path, type, channels })
        .finally(() => this.#making.delete(path));
    this.#making.set(path, making);
    const bytes = await making.catch((error: unknown) => this.#explain(error, sid));
    this.#made.set(path, bytes);
    this.#makeRoom(path);
    return bytes;
  }

  #explain(error: unknown, sid: string): never {
    if (!(error instanceof RenditionError)) throw error;
    if (error.code === "rendition_busy") throw new RefusedError(20429, error.message, 429);
    this.#logger.error({ err: error, sid }, "a recording could not be encoded");
    throw error;
  }

  #makeRoom(keep: string): void {
    let bytes = [...this.#made.values()].reduce((sum, size) => sum + size, 0);
    for (const [path, size] of this.#made) {
      if (bytes <= cacheBytes) return;
      if (path === keep) continue;
      bytes -= size;
      this.#drop(path);
    }
  }

  #drop(path: string): void {
    if (!this.#made.delete(path)) return;
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
