import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { DiskFlush } from "./disk-flush.ts";
import { RecordingFile } from "./recording-file.ts";
import { RecordingWriter } from "./recording-writer.ts";

class SlowFile {
  unflushedMs = 0;
  flushes = 0;
  #done: { resolve(): void; reject(error: Error): void } | null = null;

  async flush(): Promise<void> {
    this.flushes += 1;
    await new Promise<void>((resolve, reject) => (this.#done = { resolve, reject }));
    this.unflushedMs = 0;
  }

  async finishFlush(error: Error | null = null): Promise<void> {
    if (error === null) {
      this.#done?.resolve();
    } else {
      this.#done?.reject(error);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function never(): void {
  expect.unreachable();
}
const second = Int16Array.from({ length: 8000 }, (_, i) => 8000 * Math.sin(i / 3));

test("[XM44] each second of sound is flushed to the disk, and no file is flushed twice at the same time", async () => {
  const flush = new DiskFlush();
  const file = new SlowFile();
  for (let written = 1; written <= 15; written += 1) {
    file.unflushedMs += 200;
    flush.written(file, never);
    expect(file.flushes).toBe(written < 5 ? 0 : 1);
  }
  await file.finishFlush();
  file.unflushedMs = 1000;
  flush.written(file, never);

  expect(file.flushes).toBe(2);
});

test("[XM44] two files at a time are flushed, each in turn, however many there are", async () => {
  const flush = new DiskFlush();
  const files = Array.from({ length: 500 }, () => new SlowFile());
  for (const file of files) {
    file.unflushedMs = 1000;
    flush.written(file, never);
  }
  expect(files.filter((file) => file.flushes > 0).length).toBe(2);

  for (const file of files) {
    await file.finishFlush();
  }

  expect(files.every((file) => file.flushes === 1)).toBe(true);
});

test("[XM44] a finished file is not flushed any more", async () => {
  const flush = new DiskFlush();
  const files = [new SlowFile(), new SlowFile(), new SlowFile()] as const;
  for (const file of files) {
    file.unflushedMs = 1000;
    flush.written(file, never);
  }
  flush.forget(files[2]);
  await files[0].finishFlush();

  expect(files[2].flushes).toBe(0);
});

test("[XM44] each second of a recording of ten seconds is on the disk before the recording ends", async () => {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-flush-"));
  let file: RecordingFile | null = null;
  const writer = new RecordingWriter({
    onFailed: never,
    onEnded: () => undefined,
    openFile: (path, sampleRate) => (file = new RecordingFile(path, sampleRate)),
  });
  writer.open("r", { path: join(folder, "RE1.wav"), sampleRate: 8000 });
  for (let i = 0; i < 10; i += 1) {
    writer.write("r", second);
    await expect.poll(() => file?.unflushedMs, { timeout: 15_000 }).toBe(0);
  }

  writer.closeAll();
  rmSync(folder, { recursive: true });
});

test("[XM44][XM43] a disk that fails only at a flush ends the recording", async () => {
  const disk = new SlowFile();
  const failed: string[] = [];
  const ended: unknown[] = [];
  const writer = new RecordingWriter({
    onFailed: (id) => failed.push(id),
    onEnded: (_, end) => ended.push(end),
    openFile: (_, sampleRate) =>
      Object.assign(disk, {
        sampleRate,
        durationMs: 0,
        isFull: false,
        append: () => (disk.unflushedMs += 1000),
        finish: async () => Promise.reject(new Error("nothing was written")),
      }),
  });
  writer.open("r", { path: "", sampleRate: 8000 });
  writer.write("r", second);
  await disk.finishFlush(Object.assign(new Error("no space left"), { code: "ENOSPC" }));

  expect(failed).toEqual(["r"]);
  await expect.poll(() => ended.length, { timeout: 15_000 }).toBe(1);
});
