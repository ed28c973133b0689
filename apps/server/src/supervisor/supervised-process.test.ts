import { expect, test } from "vitest";

import type { RunningProcess } from "./running-process.ts";
import { SupervisedProcess, restartDelayMs } from "./supervised-process.ts";

/** A part whose every run the test ends by hand. */
function aPart() {
  const runs: { die: (words: string) => void; stopped: boolean }[] = [];
  const deaths: string[] = [];
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
    onStart: () => undefined,
    onExit: ({ words }) => deaths.push(words),
  });
  return { part, runs, deaths };
}

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test("[SR13] the first restart comes at once, later ones wait longer and longer, bounded", () => {
  const pauses = [1, 2, 3, 4, 8, 50].map(restartDelayMs);

  expect(pauses).toEqual([0, 250, 500, 1_000, 10_000, 10_000]);
});

test("[SR13] a part that dies is started again", async () => {
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

test("[SR13] a part that is stopped stays stopped", async () => {
  const { part, runs, deaths } = aPart();
  await part.start();

  await part.stop();
  await part.stop();

  expect(runs).toHaveLength(1);
  expect(runs[0]?.stopped).toBe(true);
  expect(deaths).toEqual([]);
});

test("a part that is restarted starts again at once, and no death is counted", async () => {
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

test("a restart ends the pause after deaths in a row", async () => {
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
