import { describe, expect, test } from "vitest";

import { isHung, next, type Allowances, type HangState } from "./hang-state.ts";
import type { ThreadReading } from "./read-thread.ts";

const allowances: Allowances = {
  blockedMs: 10_000,
  stoppedMs: 6_000,
  asleepMs: 15_000,
  diskMs: 6_000,
  silentMs: 0,
};

interface Second {
  state: ThreadReading["state"];
  usedMs?: number;
  waitedMs?: number;
  otherWaitedMs?: number;
}

/** Reads a thread once a second; `null` is a second without a reading. */
class Watched {
  #state: HangState;
  #thread: ThreadReading = { state: "sleeping", cpuMs: 5_000, waitMs: 700, otherWaitMs: 90 };
  readonly #allowances: Allowances;

  constructor(changed: Partial<Allowances> = {}) {
    this.#allowances = { ...allowances, ...changed };
    this.#state = { status: "working", last: { atMs: 0, beats: 1, thread: this.#thread } };
  }

  pass(seconds: number, second: Second | null): HangState["status"] {
    for (let passed = 0; passed < seconds; passed += 1) {
      this.step(second, { beats: 0 });
    }
    return this.#state.status;
  }

  step(
    second: Second | null,
    { beats, passedMs = 1_000 }: { beats: number; passedMs?: number },
  ): HangState["status"] {
    const { state = "running", usedMs = 0, waitedMs = 0, otherWaitedMs = 0 } = second ?? {};
    const { cpuMs, waitMs, otherWaitMs } = this.#thread;
    this.#thread = {
      state,
      cpuMs: cpuMs + usedMs,
      waitMs: waitMs + waitedMs,
      otherWaitMs: otherWaitMs + otherWaitedMs,
    };
    const { last } = this.#state;
    const reading = {
      atMs: last.atMs + passedMs,
      beats: last.beats + beats,
      thread: second === null ? null : this.#thread,
    };
    this.#state = next(this.#state, reading, this.#allowances);
    return this.#state.status;
  }
}

/** For each cause of silence, the seconds after which the thread hangs, and the status then. */
const ways: [way: string, second: Second | null, seconds: number, HangState["status"]][] = [
  ["uses a processor", { state: "running", usedMs: 1_000 }, 10, "blocked"],
  ["gets a tenth of a processor", { state: "running", usedMs: 100, waitedMs: 900 }, 100, "blocked"],
  ["is stopped", { state: "stopped" }, 6, "stopped"],
  ["sleeps", { state: "sleeping" }, 15, "asleep"],
  ["sleeps and waits now and then", { state: "sleeping", waitedMs: 100 }, 15, "asleep"],
  ["waits for the disk", { state: "disk" }, 6, "disk"],
];

/** Causes that never count as a hang. */
const excuses: [way: string, second: Second | null][] = [
  ["waits in the run queue", { state: "running", waitedMs: 1_000 }],
  ["sleeps between waits in the run queue", { state: "sleeping", waitedMs: 300 }],
  ["sleeps while others wait in the run queue", { state: "sleeping", otherWaitedMs: 900 }],
  ["is hidden by the system", null],
];

describe("[XR263] a thread without a heartbeat that", () => {
  test.each(ways)("%s has its status after its time limit", (_way, second, seconds, status) => {
    const watched = new Watched();

    expect(watched.pass(seconds - 1, second)).toBe("waiting");
    expect(watched.pass(1, second)).toBe(status);
  });

  test.each(excuses)("%s does not hang", (_way, second) => {
    expect(new Watched().pass(3_600, second)).toBe("waiting");
  });

  test("then sends one counts as working, and its time restarts", () => {
    for (const [, second, seconds] of ways) {
      const watched = new Watched();
      watched.pass(seconds, second);

      expect(watched.step(second, { beats: 1 })).toBe("working");
      expect(watched.pass(seconds - 1, second)).toBe("waiting");
    }
  });

  test("waits for the disk for an hour does not hang, and then works after a heartbeat", () => {
    const watched = new Watched();

    expect(watched.pass(3_600, { state: "disk" })).toBe("disk");
    expect(watched.step({ state: "sleeping" }, { beats: 1 })).toBe("working");
  });

  test("waits for the disk or runs for a moment has its sleeping time restarted", () => {
    for (const state of ["disk", "running"] as const) {
      const watched = new Watched();
      watched.pass(14, { state: "sleeping" });
      watched.pass(1, { state });

      expect(watched.pass(14, { state: "sleeping" })).toBe("waiting");
      expect(watched.pass(1, { state: "sleeping" })).toBe("asleep");
    }
  });

  test("continues after a stop has its stopped time restarted", () => {
    const watched = new Watched();
    watched.pass(5, { state: "stopped" });
    watched.pass(1, { state: "running", usedMs: 10 });

    expect(watched.pass(5, { state: "stopped" })).toBe("waiting");
    expect(watched.pass(1, { state: "stopped" })).toBe("stopped");
  });

  test("carries calls hangs after a minute at the earliest", () => {
    for (const [, second, seconds, status] of ways.filter(([, , , one]) => one !== "disk")) {
      const watched = new Watched({ silentMs: 60_000 });
      const until = Math.max(seconds, 60);

      expect(watched.pass(until - 1, second)).toBe("waiting");
      expect(watched.pass(1, second)).toBe(status);
    }
  });

  test("is read after a long pause of the supervisor does not hang because of that pause", () => {
    for (const [, second] of ways) {
      const watched = new Watched();
      const long = second === null ? null : { ...second, usedMs: 60_000 };

      expect(watched.step(long, { beats: 0, passedMs: 60_000 })).toBe("waiting");
    }
  });
});

test("[XR263] only a blocked, a stopped and a sleeping thread hang", () => {
  const last = { atMs: 0, beats: 1, thread: null };
  const silence = { totalMs: 0, usedMs: 0, stoppedMs: 0, asleepMs: 0, diskMs: 0 };
  const states: HangState[] = [
    { status: "working", last },
    { status: "waiting", last, silence },
    { status: "disk", last, silence },
    { status: "blocked", last, silence },
    { status: "stopped", last, silence },
    { status: "asleep", last, silence },
  ];

  expect(states.filter(isHung).map(({ status }) => status)).toEqual([
    "blocked",
    "stopped",
    "asleep",
  ]);
});
