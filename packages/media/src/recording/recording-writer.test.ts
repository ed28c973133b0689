import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { RecordingEnd } from "../port/media-port.ts";
import { readStrictly, sha256 } from "../testing/recording-support.ts";
import { RecordingFile } from "./recording-file.ts";
import { RecordingWriter } from "./recording-writer.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "linedesk-recordings-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function path() {
  return join(folder, "RE1.wav");
}

/** Returns 200 ms of a tone at 8 kHz. */
function chunk(): Int16Array {
  return Int16Array.from({ length: 1600 }, (_, i) =>
    Math.round(8000 * Math.sin((2 * Math.PI * 440 * i) / 8000)),
  );
}

function aWriter(openFile?: ConstructorParameters<typeof RecordingWriter>[0]["openFile"]) {
  const failed: string[] = [];
  let settle: (end: RecordingEnd) => void = () => undefined;
  const ended = new Promise<RecordingEnd>((resolve) => (settle = resolve));
  const writer = new RecordingWriter({
    onFailed: (id) => failed.push(id),
    onEnded: (_id, end) => settle(end),
    ...(openFile === undefined ? {} : { openFile }),
  });
  return { writer, failed, ended };
}

function plan(more = {}) {
  return { path: path(), sampleRate: 8000, ...more };
}

describe("a recording's file", () => {
  test("[XM46] is complete when it is finished, with the checksum of its bytes", async () => {
    const { writer, ended } = aWriter();
    writer.open("r", plan());
    for (let i = 0; i < 7; i += 1) {
      writer.write("r", chunk());
    }
    writer.close("r", null);

    const end = await ended;

    const bytes = readFileSync(path());
    expect(readStrictly(bytes)).toMatchObject({ durationMs: 1400, sampleRate: 8000 });
    expect(end).toEqual({
      reason: "saved",
      durationMs: 1400,
      bytes: bytes.length,
      checksum: sha256(bytes),
      fault: null,
    });
  });

  test("[XM44] always has a header that is at most half a second behind", async () => {
    const file = new RecordingFile(path(), 8000);
    for (let i = 1; i <= 20; i += 1) {
      file.append(chunk());
      const bytes = readFileSync(path());
      const headerTicks = bytes.readUInt32LE(40) / 16;
      expect(bytes.length).toBe(44 + i * 200 * 16);
      expect(i * 200 - headerTicks).toBeLessThan(500);
    }
    await file.finish();
  });

  test("[XM43] ends with the sound so far when the disk is full", async () => {
    let written = 0;
    const { writer, failed, ended } = aWriter((at, sampleRate) => {
      const file = new RecordingFile(at, sampleRate);
      const full = Object.assign(new Error("no space left"), { code: "ENOSPC" });
      return {
        sampleRate,
        durationMs: 0,
        isFull: false,
        append(samples) {
          written += 1;
          if (written > 3) {
            throw full;
          }
          file.append(samples);
        },
        unflushedMs: 0,
        flush: async () => undefined,
        finish: async () => file.finish(),
      };
    });
    writer.open("r", plan());
    for (let i = 0; i < 9; i += 1) {
      writer.write("r", chunk());
    }

    expect(await ended).toMatchObject({ reason: "saved", durationMs: 600, fault: "disk_full" });
    expect(failed).toEqual(["r"]);
    expect(readStrictly(readFileSync(path())).durationMs).toBe(600);
  });

  test("[XM43] ends complete when it reaches its maximum size", async () => {
    const maxDataBytes = 64_000;
    const { writer, failed, ended } = aWriter((at, sampleRate) => {
      return new RecordingFile(at, sampleRate, maxDataBytes);
    });
    writer.open("r", plan());
    for (let i = 0; i < 40; i += 1) {
      writer.write("r", chunk());
    }

    const end = await ended;
    expect(end).toMatchObject({ reason: "saved", fault: "disk_full" });
    expect(failed).toEqual(["r"]);
    const { durationMs } = readStrictly(readFileSync(path()));
    // The file has room for four seconds; the last two seconds are reserved for chunks in transit.
    expect(durationMs).toBeGreaterThan(1900);
    expect(durationMs).toBeLessThanOrEqual(4000);
    expect(end).toMatchObject({ durationMs });
  });

  test("[XM43] that cannot be created fails with its reason", async () => {
    const { writer, failed, ended } = aWriter();
    writer.open("r", plan({ path: join(folder, "no", "such", "folder.wav") }));
    writer.write("r", chunk());

    expect(await ended).toEqual({ reason: "failed", code: "disk_failed" });
    expect(failed).toEqual(["r"]);
  });
});
