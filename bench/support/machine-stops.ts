/**
 * Records stops of the machine itself, as happen with virtual machines. During a stop, nothing on
 * the machine runs.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { compileNative } from "./compile-native.ts";

/** Shorter stops are inaudible: the exchange's buffers hold 4 ms. */
const LEAST_MS = 3;
/** Stops of two cores that end within this time count as one. */
const SAME_MS = 2;
/** The longest delay of sound to the measurement, and the uncertainty of the clocks. */
const BEFORE_MS = 300;
const AFTER_MS = 50;

export interface Stop {
  /** The end of the stop, in ms since 1970. */
  atMs: number;
  lengthMs: number;
}

export class MachineStops {
  readonly #folder = mkdtempSync(join(tmpdir(), "linedesk-machine-stops-"));
  readonly #child: ChildProcess;
  #text = "";

  constructor() {
    const program = compileNative("machine-stops", this.#folder);
    this.#child = spawn(program, [String(LEAST_MS)], { stdio: ["ignore", "pipe", "ignore"] });
    this.#child.stdout?.on("data", (bytes: Buffer) => (this.#text += bytes.toString("latin1")));
  }

  /** Returns `null` without the highest priority, because then stops stay undetected. */
  since(fromMs: number): Stop[] | null {
    return this.#child.exitCode === null
      ? readStops(this.#text).filter(({ atMs }) => atMs >= fromMs)
      : null;
  }

  close(): void {
    this.#child.kill("SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Parses the program's lines (time and length) of all cores, in order. */
export function readStops(text: string): Stop[] {
  const lines = text.split("\n").filter((line) => line !== "");
  const all = lines.map((line) => {
    const [atMs = 0, lengthMs = 0] = line.split(" ").map(Number);
    return { atMs, lengthMs };
  });
  const stops: Stop[] = [];
  for (const stop of all.toSorted((one, other) => one.atMs - other.atMs)) {
    const last = stops.at(-1);
    if (last !== undefined && stop.atMs - last.atMs < SAME_MS) {
      last.lengthMs = Math.max(last.lengthMs, stop.lengthMs);
    } else {
      stops.push(stop);
    }
  }
  return stops;
}

/**
 * Returns the share of the time that is near a stop. If stops caused no glitches, about this share
 * of the glitches would be near one.
 */
export function shareExplained(stops: readonly Stop[], durationMs: number): number {
  let until = -Infinity;
  let coveredMs = 0;
  for (const { atMs, lengthMs } of stops) {
    const from = Math.max(until, atMs - lengthMs - AFTER_MS);
    until = atMs + BEFORE_MS;
    coveredMs += until - from;
  }
  return coveredMs / durationMs;
}

/** Returns the glitches that are not near a stop. */
export function unexplained(timesMs: readonly number[], stops: readonly Stop[]): number[] {
  return timesMs.filter(
    (timeMs) =>
      !stops.some(
        ({ atMs, lengthMs }) => timeMs > atMs - lengthMs - AFTER_MS && timeMs < atMs + BEFORE_MS,
      ),
  );
}
