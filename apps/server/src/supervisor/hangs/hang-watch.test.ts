import { expect, test } from "vitest";

import type { Beat, Heartbeat } from "../heartbeat/heartbeat.ts";
import { HANG_ALLOWANCES, increaseAllowances } from "./hang-allowances.ts";
import { describeHang, formatHang, type HangReport } from "./hang-report.ts";
import { HangWatch } from "./hang-watch.ts";
import type { Progress, ThreadReading } from "./read-thread.ts";

const MEDIA_THREAD = 77;

class SteppedClock {
  #now = 0;
  #due: { at: number; run: () => void }[] = [];
  elapsedMs(): number {
    return this.#now;
  }
  after(delayMs: number, run: () => void): () => void {
    const entry = { at: this.#now + delayMs, run };
    this.#due.push(entry);
    return () => {
      this.#due = this.#due.filter((one) => one !== entry);
    };
  }
  async second(): Promise<void> {
    this.#now += 1_000;
    const due = this.#due.filter(({ at }) => at <= this.#now);
    this.#due = this.#due.filter(({ at }) => at > this.#now);
    for (const { run } of due) {
      run();
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

type Doing = ThreadReading["state"] | "beating";

class FakePart implements Heartbeat {
  newest: Beat | null = null;
  isOpen = true;
  main: Doing = "beating";
  media: Doing = "beating";
  calls = 0;
  isReady = true;
  mayEnd = true;
  progress: Progress = { cpuMs: 0, waitMs: 0, isAtDisk: false };
  giveStack: ((text: string) => void) | null = null;
  readonly reports: HangReport[] = [];
  diskWaits = 0;
  readonly watch: HangWatch;
  readonly #clock = new SteppedClock();
  readonly #cpuMs = { main: 0, media: 0 };

  constructor(hangs = 0) {
    this.watch = new HangWatch({
      heartbeat: this,
      readThread: (id) => this.#read(id === MEDIA_THREAD ? "media" : "main"),
      readProgress: () => this.progress,
      allowances: increaseAllowances(HANG_ALLOWANCES, hangs),
      mayEnd: () => this.mayEnd,
      onHung: (report) => this.reports.push(report),
      onDisk: () => (this.diskWaits += 1),
      clock: this.#clock,
    });
  }

  takeStack(): Promise<string | null> {
    if (this.giveStack === null) {
      return Promise.resolve("at spin (server.js:1:1)");
    }
    return new Promise((resolve) => {
      this.giveStack = resolve;
    });
  }

  close(): void {
    this.watch.close();
  }

  async pass(seconds: number): Promise<HangReport[]> {
    for (let passed = 0; passed < seconds; passed += 1) {
      this.#beat();
      await this.#clock.second();
    }
    return this.reports;
  }

  #beat(): void {
    if (this.main !== "beating") {
      return;
    }
    const media = { ticks: this.#ticks(), thread: MEDIA_THREAD };
    const facts = this.isReady ? { calls: this.calls, media } : null;
    this.newest = { beats: (this.newest?.beats ?? 0) + 1, delayMs: 35, facts };
  }

  #ticks(): number {
    const ticks = this.newest?.facts?.media?.ticks ?? 0;
    return this.media === "beating" ? ticks + 50 : ticks;
  }

  #read(thread: "main" | "media"): ThreadReading {
    const doing = this[thread];
    this.#cpuMs[thread] += doing === "running" ? 1_000 : 0;
    const state = doing === "beating" ? "sleeping" : doing;
    return { state, cpuMs: this.#cpuMs[thread], waitMs: 0, otherWaitMs: 0 };
  }
}

test.each([
  ["running", 10, "blocked"],
  ["stopped", 6, "stopped"],
  ["sleeping", 15, "asleep"],
] as const)(
  "[XR263] a part that is %s for %i s without a heartbeat hangs, and this is reported once",
  async (doing, seconds, kind) => {
    const part = new FakePart();
    await part.pass(5);
    part.main = doing;

    expect(await part.pass(seconds - 1)).toEqual([]);
    await part.pass(60);

    expect(part.reports).toMatchObject([{ thread: "main", kind, calls: 0, delayMs: 35 }]);
    expect(part.reports[0]?.stack ?? null).toBe(
      kind === "stopped" ? null : "at spin (server.js:1:1)",
    );
  },
);

test.each([true, false])(
  "[XR263] a part that waits for the disk is reported once and not ended, with `isReady` %s",
  async (isReady) => {
    const part = new FakePart();
    part.isReady = isReady;
    await part.pass(5);
    part.main = "disk";
    part.progress = { ...part.progress, isAtDisk: true };

    expect(await part.pass(3_600)).toEqual([]);

    expect(part.diskWaits).toBe(1);
  },
);

test("[XR263] a media thread without a heartbeat hangs even if the main thread sends one", async () => {
  const part = new FakePart();
  await part.pass(5);
  part.media = "running";

  await part.pass(12);

  expect(part.reports).toMatchObject([{ thread: "media-worker", kind: "blocked" }]);
});

test("[XR263] an exchange with calls hangs only after 60 s without a heartbeat, and ends only when it may end", async () => {
  const part = new FakePart();
  part.calls = 12;
  await part.pass(5);
  part.main = "stopped";

  expect(await part.pass(59)).toEqual([]);
  expect(part.watch.isSuspect).toBe(true);
  part.mayEnd = false;
  expect(await part.pass(20)).toEqual([]);
  part.mayEnd = true;
  await part.pass(1);

  expect(part.reports).toMatchObject([{ kind: "stopped", calls: 12 }]);
});

test("[XR263] each hang doubles the limits of a part, to at most four times the first limits", async () => {
  for (const [hangs, seconds] of [
    [1, 12],
    [2, 24],
    [9, 24],
  ] as const) {
    const part = new FakePart(hangs);
    await part.pass(5);
    part.main = "stopped";

    expect(await part.pass(seconds - 1)).toEqual([]);
    expect(await part.pass(1)).toHaveLength(1);
  }
});

test("[XR263] a start may take a minute, or longer while a part makes progress", async () => {
  const part = new FakePart();
  part.isReady = false;
  for (let minute = 0; minute < 5; minute += 1) {
    for (let second = 0; second < 60; second += 1) {
      const { cpuMs, waitMs } = part.progress;
      part.progress = { cpuMs: cpuMs + 100, waitMs: waitMs + 200, isAtDisk: false };
      await part.pass(1);
    }
  }
  expect(part.reports).toEqual([]);

  expect(await part.pass(28)).toEqual([]);
  await part.pass(4);

  expect(part.reports).toMatchObject([{ kind: "start" }]);
});

test("[XR263] a part that sends a heartbeat while its stack is read is not ended", async () => {
  const part = new FakePart();
  await part.pass(5);
  part.giveStack = () => undefined;
  part.main = "running";
  await part.pass(10);

  part.newest = { beats: 1_000, delayMs: 0, facts: { calls: 0, media: null } };
  part.giveStack("at spin");
  part.main = "beating";

  expect(await part.pass(60)).toEqual([]);
});

test("no hang is reported after the heartbeat channel of a part or the watch is closed", async () => {
  const closedChannel = new FakePart();
  closedChannel.isOpen = false;
  const closed = new FakePart();
  closed.close();
  for (const part of [closedChannel, closed]) {
    part.main = "stopped";
    expect(await part.pass(100)).toEqual([]);
  }
});

test("[XR263] the log has the kind, times, loop delay and stack of a hang, and the terminal shows the reason", () => {
  const silence = { totalMs: 10_400.4, usedMs: 10_000, stoppedMs: 0, asleepMs: 0, diskMs: 0 };
  const report: HangReport = {
    thread: "main",
    kind: "blocked",
    silence,
    delayMs: 35,
    calls: 0,
    stack: "at spin (server.js:1:1)",
  };

  expect(describeHang(report, "server")).toBe("it used 10 s of processor time without a heartbeat");
  expect(describeHang({ ...report, thread: "media-worker" }, "exchange")).toBe(
    "its media thread used 10 s of processor time without a heartbeat",
  );
  expect(JSON.parse(formatHang(report, "server"))).toMatchObject({
    msg: "part hangs",
    part: "server",
    kind: "blocked",
    totalMs: 10_400,
    delayMs: 35,
    stack: "at spin (server.js:1:1)",
  });
});
