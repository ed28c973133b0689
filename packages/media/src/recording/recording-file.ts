import { closeSync, fdatasync, fsyncSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { promisify } from "node:util";

import {
  BYTES_PER_FRAME,
  wavDurationMs,
  MAX_WAV_DATA_BYTES,
  wavHeader,
  WAV_HEADER_BYTES,
} from "./wav-header.ts";

/** The maximum length of sound that the header does not count yet. */
const HEADER_EVERY_MS = 500;
const flushDescriptor = promisify(fdatasync);

/**
 * A WAV file that grows. A process that is killed leaves a readable file, whose header is at most
 * half a second short. Every method throws the system's error.
 */
export class RecordingFile {
  readonly sampleRate: number;
  readonly #descriptor: number;
  readonly #maxDataBytes: number;
  #dataBytes = 0;
  #headerBytes = 0;
  #flushedBytes = 0;
  #flushing: Promise<void> | null = null;
  #isClosed = false;

  /** The file must not exist yet. */
  constructor(path: string, sampleRate: number, maxDataBytes = MAX_WAV_DATA_BYTES) {
    this.sampleRate = sampleRate;
    this.#maxDataBytes = maxDataBytes;
    this.#descriptor = openSync(path, "wx", 0o600);
    this.#writeHeader();
  }

  get durationMs(): number {
    return wavDurationMs(this.sampleRate, this.#dataBytes);
  }

  /** Is true when less than two seconds of sound are left until the limit of the header. */
  get isFull(): boolean {
    return this.#dataBytes > this.#maxDataBytes - this.sampleRate * 4;
  }

  /** The length of the sound that a power failure would lose. */
  get unflushedMs(): number {
    return wavDurationMs(this.sampleRate, this.#dataBytes - this.#flushedBytes);
  }

  /** Resolves when all samples written so far are on the disk. */
  async flush(): Promise<void> {
    if (this.#isClosed) {
      return;
    }
    const bytes = this.#dataBytes;
    this.#flushing ??= flushDescriptor(this.#descriptor).finally(() => (this.#flushing = null));
    await this.#flushing;
    this.#flushedBytes = bytes;
  }

  append(samples: Int16Array): void {
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    let written = 0;
    while (written < bytes.length) {
      const at = WAV_HEADER_BYTES + this.#dataBytes;
      const count = writeSync(this.#descriptor, bytes, written, bytes.length - written, at);
      written += count;
      this.#dataBytes += count;
    }
    const behind = this.#dataBytes - this.#headerBytes;
    if (wavDurationMs(this.sampleRate, behind) >= HEADER_EVERY_MS) {
      this.#writeHeader();
    }
  }

  /** Resolves when the file is on the disk with an exact header. */
  async finish(): Promise<void> {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    // A flush must end before the system can reuse the file descriptor.
    await this.#flushing?.catch(() => undefined);
    try {
      // A full disk may have left half a frame.
      this.#dataBytes -= this.#dataBytes % BYTES_PER_FRAME;
      ftruncateSync(this.#descriptor, WAV_HEADER_BYTES + this.#dataBytes);
      this.#writeHeader();
      fsyncSync(this.#descriptor);
    } finally {
      closeSync(this.#descriptor);
    }
  }

  #writeHeader(): void {
    const header = wavHeader(this.sampleRate, this.#dataBytes);
    writeSync(this.#descriptor, header, 0, header.length, 0);
    this.#headerBytes = this.#dataBytes;
  }
}
