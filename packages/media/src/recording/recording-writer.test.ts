import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { RecordingEnd } from "../port/media-port.ts";
import { readStrictly, sha256 } from "../testing/recording-support.ts";
import { RecordingFile } from "./recording-file.ts";
import { RecordingWriter } from "./recording-writer.ts";
import { makeRendition } from "./rendition.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "linedesk-recordings-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function path() {
  return join(folder, "RE1.wav");
}

/** 200 ms of a tone for each second wanted: loud or silent. */
function chunk(level: number, ms = 200, channels = 1): Int16Array {
  return Int16Array.from({ length: (8 * ms * channels) | 0 }, (_, i) =>
    Math.round(level * Math.sin((2 * Math.PI * 440 * Math.floor(i / channels)) / 8000)),
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
  return {
    path: path(),
    sampleRate: 8000,
    channels: 1 as const,
    trimsSilence: false,
    ...more,
  };
}

describe("a recording's file", () => {
  test("[XM46] is whole when it is finished, and its checksum that of its bytes", async () => {
    const { writer, ended } = aWriter();
    writer.open("r", plan());
    for (let i = 0; i < 7; i += 1) {
      writer.write("r", chunk(8000));
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
      isSilent: false,
      fault: null,
    });
  });

  test("[XM44] has at every moment a header that is at most half a second behind", async () => {
    const file = new RecordingFile(path(), { sampleRate: 8000, channels: 2 });
    for (let i = 1; i <= 20; i += 1) {
      file.append(chunk(8000, 200, 2));
      const bytes = readFileSync(path());
      const headerTicks = bytes.readUInt32LE(40) / 32;
      expect(bytes.length).toBe(44 + i * 200 * 32);
      expect(i * 200 - headerTicks).toBeLessThan(500);
    }
    await file.finish();
  });

  test("[XM42] is trimmed to what was said, or told as silent", async () => {
    const { writer, ended } = aWriter();
    writer.open("r", plan({ trimsSilence: true }));
    for (const level of [0, 0, 0, 0, 0, 8000, 8000, 0, 8000, 0, 0, 0]) {
      writer.write("r", chunk(level));
    }
    writer.close("r", null);
    expect(await ended).toMatchObject({ durationMs: 1000, isSilent: false });
    expect(readStrictly(readFileSync(path())).durationMs).toBe(1000);

    const silent = aWriter();
    silent.writer.open("s", plan({ path: join(folder, "RE2.wav"), trimsSilence: true }));
    silent.writer.write("s", chunk(20));
    silent.writer.close("s", null);
    expect(await silent.ended).toMatchObject({ isSilent: true });
  });

  test("[XM43] ends with what is there when the disk is full", async () => {
    let written = 0;
    const { writer, failed, ended } = aWriter((at, format) => {
      const file = new RecordingFile(at, format);
      const full = Object.assign(new Error("no space left"), { code: "ENOSPC" });
      return {
        format,
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
      writer.write("r", chunk(8000));
    }

    expect(await ended).toMatchObject({ reason: "saved", durationMs: 600, fault: "disk_full" });
    expect(failed).toEqual(["r"]);
    expect(readStrictly(readFileSync(path())).durationMs).toBe(600);
  });

  test("[XM43] ends whole when its file may not grow any more", async () => {
    const maxDataBytes = 64_000;
    const { writer, failed, ended } = aWriter((at, format) => {
      return new RecordingFile(at, format, maxDataBytes);
    });
    writer.open("r", plan());
    for (let i = 0; i < 40; i += 1) {
      writer.write("r", chunk(8000));
    }

    const end = await ended;
    expect(end).toMatchObject({ reason: "saved", fault: "disk_full" });
    expect(failed).toEqual(["r"]);
    const { durationMs } = readStrictly(readFileSync(path()));
    // Four seconds would be all; the last one is kept free for what is on its way.
    expect(durationMs).toBeGreaterThan(1900);
    expect(durationMs).toBeLessThanOrEqual(4000);
    expect(end).toMatchObject({ durationMs });
  });

  test("[XM43] that cannot be made fails with its reason", async () => {
    const { writer, failed, ended } = aWriter();
    writer.open("r", plan({ path: join(folder, "no", "such", "folder.wav") }));
    writer.write("r", chunk(8000));

    expect(await ended).toEqual({ reason: "failed", code: "disk_failed" });
    expect(failed).toEqual(["r"]);
  });
});

test("[XR29] two channels are given as one by their sum, and any as MP3", async () => {
  const file = new RecordingFile(path(), { sampleRate: 8000, channels: 2 });
  file.append(chunk(8000, 3000, 2));
  await file.finish();
  const [mono, mp3] = [join(folder, "RE1.mono.wav"), join(folder, "RE1.mp3")];

  await makeRendition({ from: path(), to: mono, type: "wav", channels: 1 });
  const bytes = await makeRendition({ from: path(), to: mp3, type: "mp3", channels: 2 });

  const { channels, durationMs } = readStrictly(readFileSync(mono));
  expect([channels.length, durationMs]).toEqual([1, 3000]);
  expect(Math.max(...(channels[0] ?? []))).toBeGreaterThan(15_900);
  expect(bytes).toBe(readFileSync(mp3).length);
  // A frame of MPEG 2.5 layer III at 8 kHz.
  expect(readFileSync(mp3).readUInt16BE(0) & 0xfffe).toBe(0xffe2);
});
