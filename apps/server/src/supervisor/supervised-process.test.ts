import { expect, test } from "vitest";

import type { RunningProcess } from "./running-process.ts";
import { SupervisedProcess, restartDelayMs } from "./supervised-process.ts";

function aPart() {
  const runs: { die: (words: string) => void; stopped: boolean }[] = [];
  const deaths: string[] = [];
  const watches: { hangs: number; isClosed: boolean; onHung: (reason: string) => void }[] = [];
  const hangs: (string | null)[] = [];
  async function launch(): Promise<RunningProcess> {
    let end: (words: string) => void = () => undefined;
    const ended = new Promise<string>((resolve) => {
      end = resolve;
    });
    const run = { die: end, stopped: false };
    runs.push(run);
    async function stop(): Promise<void> {
      run.stopped = true;
      end("");
    }
    return { pid: runs.length, heartbeat: null, ended, stop, kill: () => end("killed") };
  }
  const part = new SupervisedProcess({
    name: "server",
    launch,
    watch(_running, before, onHung) {
      const watch = { hangs: before, isClosed: false, onHung };
      watches.push(watch);
      return { isSuspect: false, close: () => (watch.isClosed = true) };
    },
    onStart: () => undefined,
    onExit({ words, hang }) {
      deaths.push(words);
      hangs.push(hang);
    },
  });
  return { part, runs, deaths, watches, hangs };
}

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test("[SR13] the first restart is immediate, and later ones wait longer, up to a limit", () => {
  const pauses = [1, 2, 3, 4, 8, 50].map(restartDelayMs);

  expect(pauses).toEqual([0, 250, 500, 1_000, 10_000, 10_000]);
});

test("[SR13] an ended part is started again", async () => {
  const { part, runs, deaths } = aPart();
  await part.start();

  runs[0]?.die("killed");
  await settle();

  expect(runs).toHaveLength(2);
  expect(part.pid).toBe(2);
  expect(deaths).toEqual(["killed"]);
  expect(await part.firstExit).toBe("killed");
  await part.stop();
});

test("[SR13] a stopped part stays stopped", async () => {
  const { part, runs, deaths } = aPart();
  await part.start();

  await part.stop();
  await part.stop();

  expect(runs).toHaveLength(1);
  expect(runs[0]?.stopped).toBe(true);
  expect(deaths).toEqual([]);
});

test("a restarted part starts immediately, and the restart does not count as a crash", async () => {
  const { part, runs, deaths } = aPart();
  await part.start();

  await part.restart();
  await settle();
  await part.restart();
  await settle();

  expect(runs.map(({ stopped }) => stopped)).toEqual([true, true, false]);
  expect(part.pid).toBe(3);
  expect(deaths).toEqual([]);
  await part.stop();
});

test("a restart ends the back-off after several crashes", async () => {
  const { part, runs, deaths } = aPart();
  await part.start();
  runs[0]?.die("broken");
  await settle();
  runs[1]?.die("broken");
  await settle();

  await part.restart();
  await settle();

  expect(runs).toHaveLength(3);
  expect(deaths).toEqual(["broken", "broken"]);
  await part.stop();
});

test("[XR263] a hung part is killed and started again, and each later watch gets the number of hangs", async () => {
  const { part, runs, watches, hangs } = aPart();
  await part.start();

  watches[0]?.onHung("it was stopped for 6 s");
  await settle();
  runs[1]?.die("broken");
  await settle();
  await part.restart();
  await settle();

  expect(hangs).toEqual(["it was stopped for 6 s", null]);
  expect(watches.map((watch) => watch.hangs)).toEqual([0, 1, 1]);
  expect(watches.map(({ isClosed }) => isClosed)).toEqual([true, true, false]);
  await part.stop();
});

test("[SR86] the heartbeat of a part shows that the part waits for a migration", async () => {
  const newest = { beats: 1, delayMs: 0, facts: null, isMigrating: true };
  const part = new SupervisedProcess({
    name: "server",
    launch: async () => ({
      pid: 7,
      heartbeat: { newest, isOpen: true, takeStack: async () => null, close: () => undefined },
      ended: new Promise(() => undefined),
      stop: async () => undefined,
      kill: () => undefined,
    }),
    onStart: () => undefined,
    onExit: () => undefined,
  });
  expect(part.isMigrating).toBe(false);

  await part.start();

  expect(part.isMigrating).toBe(true);
});
