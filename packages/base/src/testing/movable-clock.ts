import { mkdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isMainThread } from "node:worker_threads";

import {
  backgroundClock as realBackgroundClock,
  type Clock,
  sleep,
  systemClock as realClock,
  withMonotonicDates,
} from "../clock.ts";

/**
 * This module replaces `clock.ts` in the bundles of a test run, never in a release. The variable
 * names the file that every process of a station watches. The file has the number of milliseconds
 * by which the station's time is ahead of the machine's time.
 */
const CLOCK_FILE = "LINEDESK_TEST_CLOCK";

interface Timer {
  dueMs: number;
  run: () => void;
  cancel: () => void;
}

export { sleep, withMonotonicDates };
export type { Clock };

let aheadMs = 0;
const rearms: (() => void)[] = [];

/** Creates a clock whose timers become due earlier when a test moves the time forward. */
function makeMovable(real: Clock): Clock {
  const timers = new Set<Timer>();
  const elapsedMs = (): number => real.elapsedMs() + aheadMs;
  function arm(timer: Timer): void {
    timer.cancel = real.after(Math.max(0, timer.dueMs - elapsedMs()), () => {
      timers.delete(timer);
      timer.run();
    });
  }
  rearms.push(() => {
    for (const timer of timers) {
      timer.cancel();
      arm(timer);
    }
  });
  return {
    now: () => real.now() + aheadMs,
    elapsedMs,
    after(delayMs, run) {
      const timer = { dueMs: elapsedMs() + delayMs, run, cancel: () => undefined };
      timers.add(timer);
      arm(timer);
      return () => {
        timers.delete(timer);
        timer.cancel();
      };
    },
  };
}

export const systemClock: Clock = makeMovable(realClock);
export const backgroundClock: Clock = makeMovable(realBackgroundClock);

function readAhead(file: string): void {
  const written = Number(readFileSync(file, "utf8"));
  if (Number.isFinite(written) && written > aheadMs) {
    aheadMs = written;
    for (const rearm of rearms) {
      rearm();
    }
  }
}

/** Moves the clocks as the file requires, now and after each change of the file. */
function follow(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "", { flag: "a" });
  readAhead(file);
  watch(file, { persistent: false }, () => readAhead(file));
}

const file = process.env[CLOCK_FILE];
// The clock of a media thread counts the audio that is really played, so tests cannot move it.
if (file !== undefined && isMainThread) {
  follow(file);
}
