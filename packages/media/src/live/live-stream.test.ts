import { beforeEach, expect, test } from "vitest";

import { MediaError } from "../media-error.ts";
import type { FetchedStream } from "../sounds/fetch-sound.ts";
import { LiveStream } from "./live-stream.ts";

interface Waiting {
  atMs: number;
  resolve(): void;
}

let nowMs: number;
let waiting: Set<Waiting>;
let log: string[];
let sources: (FetchedStream | Error)[];
let feed: (bytes: Uint8Array) => number;

beforeEach(() => {
  nowMs = 0;
  waiting = new Set();
  log = [];
  sources = [];
  feed = (bytes) => bytes.length;
});

/** Returns a source that gives these pieces; the last piece determines how the source ends. */
function aSource(...pieces: string[]): FetchedStream {
  const rest = (async function* () {
    for (const piece of pieces) {
      if (piece === "end") {
        return;
      }
      if (piece === "break") {
        throw new Error("ECONNRESET");
      }
      if (piece === "stall") {
        await new Promise(() => undefined);
      }
      yield Buffer.from(piece);
    }
  })();
  return {
    type: "stream",
    format: "mp3",
    isRadio: true,
    begun: [],
    rest,
    close: () => log.push("disconnected"),
  };
}

function aStream(): LiveStream {
  return new LiveStream({
    id: 1,
    feeder: {
      open: () => log.push("open"),
      feed: async (_, bytes) => feed(bytes),
      end: () => log.push("end"),
    },
    connect: async () => {
      log.push(`connect at ${nowMs}`);
      const next = sources.shift() ?? new MediaError("sound_unreachable", "away");
      if (next instanceof Error) {
        throw next;
      }
      return next;
    },
    wait: async (durationMs, signal) =>
      new Promise((resolve, reject) => {
        function abort(): void {
          waiting.delete(one);
          reject(new Error("aborted"));
        }
        function done(): void {
          signal.removeEventListener("abort", abort);
          resolve();
        }
        const one = { atMs: nowMs + durationMs, resolve: done };
        waiting.add(one);
        signal.addEventListener("abort", abort);
      }),
    clock: { nowMs: () => nowMs },
    on: {
      passed: () => log.push("passed"),
      failed: (message) => log.push(`failed: ${message}`),
      closed: () => log.push("closed"),
    },
  });
}

/** Advances the time by `durationMs`, and ends each wait that is due meanwhile. */
async function pass(durationMs: number): Promise<void> {
  const endMs = nowMs + durationMs;
  for (;;) {
    for (let i = 0; i < 50; i += 1) {
      await Promise.resolve();
    }
    const [next] = [...waiting].sort((one, other) => one.atMs - other.atMs);
    if (next === undefined || next.atMs > endMs) {
      break;
    }
    nowMs = next.atMs;
    waiting.delete(next);
    next.resolve();
  }
  nowMs = endMs;
}

function connects(): string[] {
  return log.filter((line) => line.startsWith("connect at"));
}

test("[XM55] a stream reconnects after 1, 2, 4, 8, 15 and 15 s while a listener is connected", async () => {
  const stream = aStream();
  stream.setListeners(1);
  void stream.run(aSource("sound", "break"));
  await pass(50_000);

  expect(connects().map((line) => Number(line.slice(11)) / 1000)).toEqual([1, 3, 7, 15, 30, 45]);
  expect(log).not.toContain("closed");
  stream.close();
});

test("[XM55] a stream that stalls for 10 s reconnects, and a connection of 10 s resets the back-off", async () => {
  const stream = aStream();
  stream.setListeners(1);
  sources = [aSource("sound", "stall")];
  void stream.run(aSource("sound", "stall"));
  await pass(25_000);

  // The source stalls for 10 s and the back-off is 1 s; then the same happens again.
  expect(connects()).toEqual(["connect at 11000", "connect at 22000", "connect at 24000"]);
  stream.close();
});

test("[XM54] a stream closes 30 s after the last listener left, unless a new listener joins", async () => {
  const stream = aStream();
  stream.setListeners(1);
  void stream.run(aSource("sound", "stall"));
  stream.setListeners(0);
  await pass(29_000);
  stream.setListeners(1);
  await pass(60_000);
  expect(log).not.toContain("closed");

  stream.setListeners(0);
  await pass(30_000);
  expect(log.slice(-2)).toEqual(["end", "closed"]);
  const attempts = connects().length;
  await pass(60_000);
  expect(connects().length).toBe(attempts);
});

test("[XM13] a stream that is no radio ends, and starts again for a remaining listener", async () => {
  const stream = aStream();
  stream.setListeners(2);
  sources = [{ ...aSource("sound", "end"), isRadio: false }];
  void stream.run({ ...aSource("sound", "end"), isRadio: false });
  await pass(1000);
  expect(log.filter((line) => line === "passed").length).toBe(1);
  await pass(2000);
  expect(connects()).toEqual(["connect at 2500"]);

  stream.setListeners(0);
  expect(log.at(-1)).toBe("closed");
});

test("[XM13] a stream without sound fails with the reason", async () => {
  const stream = aStream();
  feed = () => {
    throw new MediaError("sound_unreadable", "The Ogg contains neither Vorbis, Opus nor FLAC");
  };
  await stream.run(aSource("nonsense", "end"));
  expect(log).toContain("failed: The Ogg contains neither Vorbis, Opus nor FLAC");
  expect(log.at(-1)).toBe("closed");

  const silent = aStream();
  feed = () => 0;
  await silent.run(aSource("x".repeat(600_000), "end"));
  expect(log).toContain("failed: The stream contains no sound");
});

test("[XM57] a source that becomes forbidden ends", async () => {
  const stream = aStream();
  stream.setListeners(1);
  sources = [new MediaError("sound_refused", "Sounds may not be fetched from x")];
  void stream.run(aSource("sound", "end"));
  await pass(1000);

  expect(log).toContain("failed: Sounds may not be fetched from x");
  expect(log).toContain("closed");
});

test("[XM54] a large chunk is decoded in pieces of 4 kB, in order", async () => {
  const sizes: number[] = [];
  feed = (bytes) => {
    sizes.push(bytes.length);
    return bytes.length;
  };
  const stream = aStream();
  void stream.run(aSource("x".repeat(10_000), "stall"));
  await pass(100);

  expect(sizes).toEqual([4096, 4096, 1808]);
  stream.close();
});
