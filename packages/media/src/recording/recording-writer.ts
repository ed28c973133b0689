import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

import type { RecordingEnd, RecordingFault, RecordingId } from "../port/media-port.ts";
import { DiskFlush } from "./disk-flush.ts";
import { RecordingFile } from "./recording-file.ts";
import type { NewRecording } from "./recording-messages.ts";
import { wavDurationMs, WAV_HEADER_BYTES } from "./wav-header.ts";

export interface RecordingWriterOptions {
  /** Is called when a fault ends the recording. */
  onFailed(recording: RecordingId): void;
  onEnded(recording: RecordingId, end: RecordingEnd): void;
  openFile?: (path: string, sampleRate: number) => Pick<RecordingFile, keyof RecordingFile>;
}

interface Open {
  file: Pick<RecordingFile, keyof RecordingFile>;
  plan: NewRecording;
  fault: RecordingFault | null;
}

/** Writes the files of all recordings, one write after the other. Its thread may block. */
export class RecordingWriter {
  readonly #options: RecordingWriterOptions;
  readonly #open = new Map<RecordingId, Open>();
  readonly #flush = new DiskFlush();

  constructor(options: RecordingWriterOptions) {
    this.#options = options;
  }

  open(id: RecordingId, plan: NewRecording): void {
    const { openFile = (at, sampleRate) => new RecordingFile(at, sampleRate) } = this.#options;
    try {
      this.#open.set(id, { file: openFile(plan.path, plan.sampleRate), plan, fault: null });
    } catch (error) {
      this.#options.onFailed(id);
      this.#options.onEnded(id, { reason: "failed", code: toRecordingFault(error) });
    }
  }

  write(id: RecordingId, samples: Int16Array): void {
    const open = this.#open.get(id);
    if (open === undefined || open.fault !== null) {
      return;
    }
    try {
      open.file.append(samples);
      if (open.file.isFull) {
        this.#giveUp(id, open, "disk_full");
      } else {
        this.#flush.written(open.file, (error) => this.#giveUp(id, open, toRecordingFault(error)));
      }
    } catch (error) {
      this.#giveUp(id, open, toRecordingFault(error));
    }
  }

  /** Keeps the samples written so far, and ends the recording. */
  #giveUp(id: RecordingId, open: Open, fault: RecordingFault): void {
    if (open.fault !== null || this.#open.get(id) !== open) {
      return;
    }
    open.fault = fault;
    this.#options.onFailed(id);
    this.close(id, fault);
  }

  close(id: RecordingId, fault: RecordingFault | null): void {
    const open = this.#open.get(id);
    if (open === undefined) {
      return;
    }
    this.#open.delete(id);
    this.#flush.forget(open.file);
    open.fault ??= fault;
    void finish(open).then(
      (end) => this.#options.onEnded(id, end),
      (error: unknown) =>
        this.#options.onEnded(id, { reason: "failed", code: toRecordingFault(error) }),
    );
  }

  closeAll(): void {
    for (const id of this.#open.keys()) {
      this.close(id, null);
    }
  }
}

function toRecordingFault(error: unknown): RecordingFault {
  const code = error instanceof Error && "code" in error ? error.code : null;
  const isFull = code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG";
  return isFull ? "disk_full" : "disk_failed";
}

async function finish({ file, plan, fault }: Open): Promise<RecordingEnd> {
  await file.finish();
  const { size } = await stat(plan.path);
  return {
    reason: "saved",
    durationMs: wavDurationMs(plan.sampleRate, size - WAV_HEADER_BYTES),
    bytes: size,
    checksum: await computeChecksum(plan.path),
    fault,
  };
}

/** Resolves to the SHA-256 of a file, in hex. */
export async function computeChecksum(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
  }
  return hash.digest("hex");
}
