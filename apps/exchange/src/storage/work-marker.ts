import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

import { z } from "zod";

const MARK_FILE = "in-work";
const CRASH_FILE = "crashes.json";
/** A sid or the id of a leg is shorter. */
const MARK_BYTES = 64;
const WITHIN_MS = 60_000;
const POISONOUS_CRASHES = 3;

const crashes = z.array(z.object({ at: z.number(), key: z.string() })).catch([]);

/**
 * Marks the call whose message, command or document the exchange processes at this moment. The mark
 * is in a file when the process dies, so the next start knows the call that may have caused the
 * crash. A mark takes a few microseconds, without a sync of the disk.
 */
export class WorkMarker {
  /** The keys that were being processed at three crashes within a minute. */
  readonly poisoned: ReadonlySet<string>;
  #file: number | null = null;
  #current = "";

  /** Without a folder nothing is marked. */
  constructor(folder: string | null, nowMs: number) {
    if (folder !== null) {
      mkdirSync(folder, { recursive: true });
    }
    this.poisoned = folder === null ? new Set() : recordCrash(folder, nowMs);
    if (folder !== null) {
      this.#file = openSync(join(folder, MARK_FILE), "w", 0o600);
    }
  }

  /** Runs the work under the mark. Only the part before the first `await` of the work counts. */
  run<Value>(key: string, work: () => Value): Value {
    const before = this.#current;
    this.#mark(key);
    try {
      return work();
    } finally {
      this.#mark(before);
    }
  }

  close(): void {
    if (this.#file !== null) {
      closeSync(this.#file);
    }
    this.#file = null;
  }

  #mark(key: string): void {
    this.#current = key;
    if (this.#file !== null) {
      writeSync(this.#file, key.slice(0, MARK_BYTES).padEnd(MARK_BYTES), 0);
    }
  }
}

/** A part that runs without an exchange around it marks nothing. */
export const noMarker: Pick<WorkMarker, "run"> = { run: (_key, work) => work() };

/**
 * Adds the crash of the previous exchange if it was processing a call. Returns the keys that were
 * processed at three crashes.
 */
function recordCrash(folder: string, nowMs: number): ReadonlySet<string> {
  const key = readText(join(folder, MARK_FILE)).trim();
  const path = join(folder, CRASH_FILE);
  const known = crashes.parse(parseJson(readText(path)));
  const recent = known.filter(({ at }) => nowMs - at < WITHIN_MS);
  const all = key === "" ? recent : [...recent, { at: nowMs, key }];
  if (key !== "") {
    writeFileSync(`${path}.new`, JSON.stringify(all), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }
  const keys = all.map((crash) => crash.key);
  return new Set(keys.filter((one) => count(keys, one) >= POISONOUS_CRASHES));
}

function count(keys: readonly string[], wanted: string): number {
  return keys.filter((key) => key === wanted).length;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The first start of an exchange finds no file.
    return "";
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A damaged file counts as a start without crashes.
    return [];
  }
}
