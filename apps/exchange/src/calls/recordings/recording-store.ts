import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Logger } from "pino";
import { z } from "zod";

import { recordingRecord, type RecordingRecord } from "./recording.ts";

export interface RecordingStoreOptions {
  /** With `null`, recordings stay in a temporary folder that disappears with the exchange. */
  dataFolder: string | null;
  logger: Logger;
  freeBytes: number;
}

const deletedRecord = z.object({ status: z.literal("deleted") });

export class RecordingStore {
  readonly #options: RecordingStoreOptions;
  readonly #saving = new Map<string, { latest: RecordingRecord | null; done: Promise<void> }>();
  readonly #deleting = new Set<Promise<void>>();
  #folder: string | null = null;

  constructor(options: RecordingStoreOptions) {
    this.#options = options;
  }

  /**
   * Returns true when the disk is too full for another recording, or cannot be used. Creates the
   * folder if it is missing.
   */
  get isFull(): boolean {
    try {
      const folder = this.#folderPath();
      mkdirSync(folder, { recursive: true });
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize < this.#options.freeBytes;
    } catch (error) {
      this.#options.logger.error({ err: error }, "recording folder unusable");
      return true;
    }
  }

  soundPath(sid: string, ending = ".wav"): string {
    return join(this.#folderPath(), `${sid}${ending}`);
  }

  /**
   * Loads the existing recordings and removes the files of interrupted writes. It logs an
   * unreadable record and leaves it unchanged.
   */
  load(): RecordingRecord[] {
    if (this.#options.dataFolder === null) {
      return [];
    }
    const folder = this.#folderPath();
    for (const name of readdirSync(folder)) {
      repairWrite(folder, name);
    }
    return readdirSync(folder)
      .filter((name) => /^RE[0-9a-f]{32}\.json$/.test(name))
      .flatMap((name) => this.#read(join(folder, name)));
  }

  #read(path: string): RecordingRecord[] {
    try {
      const stored: unknown = JSON.parse(readFileSync(path, "utf8"));
      // Earlier versions kept records of deleted recordings for 40 days.
      if (deletedRecord.safeParse(stored).success) {
        rmSync(path);
        return [];
      }
      return [recordingRecord.parse(stored)];
    } catch (error) {
      this.#options.logger.error({ err: error, path }, "recording unreadable");
      return [];
    }
  }

  save(record: RecordingRecord): void {
    const queued = this.#saving.get(record.sid);
    if (queued !== undefined && queued.latest !== null) {
      queued.latest = record;
      return;
    }
    const before = queued?.done ?? Promise.resolve();
    const entry = { latest: record as RecordingRecord | null, done: before };
    entry.done = before.then(async () => {
      const latest = entry.latest;
      entry.latest = null;
      if (latest !== null) {
        await this.#write(latest);
      }
      if (this.#saving.get(record.sid) === entry) {
        this.#saving.delete(record.sid);
      }
    });
    this.#saving.set(record.sid, entry);
  }

  async persisted(sid: string): Promise<void> {
    await this.#saving.get(sid)?.done;
  }

  async removeSound(sid: string): Promise<void> {
    await rm(this.soundPath(sid), { force: true });
  }

  async delete(sid: string): Promise<void> {
    const gone = this.#remove(sid);
    this.#deleting.add(gone);
    try {
      await gone;
    } finally {
      this.#deleting.delete(gone);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#saving.values()].map(({ done }) => done));
    await Promise.allSettled(this.#deleting);
    if (this.#options.dataFolder !== null || this.#folder === null) {
      return;
    }
    await rm(this.#folder, { recursive: true, force: true });
    this.#folder = null;
  }

  async #remove(sid: string): Promise<void> {
    await this.#saving.get(sid)?.done;
    await rm(this.soundPath(sid, ".json"), { force: true });
    await this.removeSound(sid);
  }

  async #write(record: RecordingRecord): Promise<void> {
    const path = this.soundPath(record.sid, ".json");
    try {
      const file = await open(`${path}.new`, "w", 0o600);
      try {
        await file.writeFile(`${JSON.stringify(record, null, 2)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.new`, path);
    } catch (error) {
      this.#options.logger.error({ err: error, sid: record.sid }, "recording save failed");
    }
  }

  #folderPath(): string {
    if (this.#folder !== null) {
      return this.#folder;
    }
    const { dataFolder } = this.#options;
    if (dataFolder === null) {
      this.#folder = mkdtempSync(join(tmpdir(), "linedesk-recordings-"));
    } else {
      this.#folder = join(dataFolder, "recordings");
      mkdirSync(this.#folder, { recursive: true });
    }
    return this.#folder;
  }
}

/**
 * Removes the file of an interrupted write. If the recording has no other record, the file becomes
 * its record.
 */
function repairWrite(folder: string, name: string): void {
  const path = join(folder, name);
  const whole = path.replace(/\.new$/, "");
  const isFirst = name.endsWith(".json.new") && !existsSync(whole);
  if (isFirst) {
    renameSync(path, whole);
  } else if (name.endsWith(".new")) {
    rmSync(path, { force: true });
  }
}
