import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pino from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";

import { sine } from "@linedesk/audio";
import { RecordingFile } from "@linedesk/media/testing";
import { GrowingFile } from "../../src/calls/recordings/growing-file.ts";
import { RecordingStore } from "../../src/calls/recordings/recording-store.ts";
import type { RecordingRecord } from "../../src/calls/recordings/recording.ts";
import { Renditions } from "../../src/calls/recordings/renditions.ts";

const logger = pino({ level: "silent" });
let dataFolder: string;
let renditions: Renditions;
let store: RecordingStore;

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), "linedesk-renditions-"));
  mkdirSync(join(dataFolder, "recordings"));
  store = new RecordingStore({ dataFolder, logger, freeBytes: 0 });
  renditions = new Renditions(store, logger);
});
afterEach(async () => {
  await renditions.close();
  rmSync(dataFolder, { recursive: true });
});

/** A recording of so many seconds of a tone. */
async function aRecording(digit: string, seconds: number): Promise<RecordingRecord> {
  const sid = `RE${digit.padStart(32, "0")}`;
  const path = store.soundPath(sid);
  const file = new RecordingFile(path, { sampleRate: 8000, channels: 1 });
  const second = sine({
    frequenciesHz: [440],
    durationMs: 1000,
    amplitude: 0.3,
    sampleRate: 8000,
  });
  for (let i = 0; i < seconds; i += 1) {
    file.append(second);
  }
  await file.finish();
  const now = new Date();
  return {
    sid,
    accountSid: "AC1",
    callSid: "CA1",
    conferenceSid: null,
    status: "completed",
    source: "RecordVerb",
    channels: 1,
    track: "both",
    trimsSilence: false,
    callback: null,
    startedAt: now,
    createdAt: now,
    updatedAt: now,
    sound: { durationMs: seconds * 1000, bytes: 1, checksum: digit },
    errorCode: null,
  };
}

async function growingMp3(record: RecordingRecord): Promise<GrowingFile> {
  const form = { type: "mp3", channels: null, isWhole: false } as const;
  const { content } = await renditions.file(record, form);
  if (!(content instanceof GrowingFile)) {
    throw new Error("it was there already");
  }
  return content;
}

async function wholeOf(growing: GrowingFile): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of growing.read()) {
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces);
}

function mp3Of({ sid }: RecordingRecord) {
  return store.soundPath(sid, ".mp3");
}

test("[XR29] a long MP3 is heard from its beginning while it is made, by all who ask, and kept", async () => {
  const long = await aRecording("1", 360);
  const growing = await growingMp3(long);
  expect(existsSync(mp3Of(long))).toBe(false);

  const other = await growingMp3(long);
  const [one, two] = await Promise.all([wholeOf(growing), wholeOf(other)]);

  expect(other).toBe(growing);
  expect(one.equals(two)).toBe(true);
  expect(one.equals(readFileSync(mp3Of(long)))).toBe(true);
  // 32 kbit/s.
  expect(one.length / 4000 / 360).toBeCloseTo(1, 1);
  const { content } = await renditions.file(long, { type: "mp3", channels: null, isWhole: true });
  expect(content).toEqual({ path: mp3Of(long), bytes: one.length });
});

test("[XR29] four are encoded at once and sixteen wait; one more is told so", async () => {
  const records = await Promise.all(
    Array.from({ length: 21 }, async (_, i) => aRecording(String(i), i < 4 ? 60 : 1)),
  );
  const renderings = records.map(async (record) => {
    const form = { type: "mp3", channels: null, isWhole: true } as const;
    return renditions.file(record, form).catch((error: unknown) => error);
  });

  expect(await renderings[20]).toMatchObject({ twilioCode: 20429, httpStatus: 429 });
  const made = await Promise.all(renderings.slice(0, 20));
  expect(made.every((file) => !(file instanceof Error))).toBe(true);
});
