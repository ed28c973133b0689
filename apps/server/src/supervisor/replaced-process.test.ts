import { expect, test } from "vitest";

import type { SuccessorProcess } from "./running-process.ts";
import { SupervisedProcess } from "./supervised-process.ts";

interface Run {
  process: SuccessorProcess;
  signals: string[];
  hasTakenOver: boolean;
  die: (words: string) => void;
  load: () => void;
  becomeReady: () => void;
}

function aRun(pid: number): Run {
  const steps = { die: ignore as (words: string) => void, load: ignore, becomeReady: ignore };
  const ended = new Promise<string>((resolve) => (steps.die = resolve));
  const loaded = new Promise<void>((resolve) => (steps.load = () => resolve()));
  const ready = new Promise<void>((resolve) => (steps.becomeReady = () => resolve()));
  const run: Run = {
    ...steps,
    signals: [],
    hasTakenOver: false,
    process: {
      pid,
      heartbeat: null,
      ended,
      loaded,
      ready,
      takeOver: () => (run.hasTakenOver = true),
      async stop(signal = "SIGTERM") {
        run.signals.push(signal);
        run.die("");
      },
      kill() {
        run.signals.push("SIGKILL");
        run.die("killed");
      },
    },
  };
  return run;
}

function ignore(): void {}

async function anExchange(loadTimeoutMs = 60_000) {
  const runs: Run[] = [];
  const exits: string[] = [];
  function launch(): SuccessorProcess {
    const run = aRun(runs.length + 1);
    runs.push(run);
    return run.process;
  }
  const part = new SupervisedProcess({
    name: "exchange",
    launch: async () => launch(),
    launchSuccessor: launch,
    loadTimeoutMs,
    onStart: () => undefined,
    onExit: ({ words }) => exits.push(words),
  });
  await part.start();
  return { part, runs, exits };
}

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test("[SR100] a successor takes over when it has loaded and the process before it has ended", async () => {
  const { part, runs, exits } = await anExchange();

  const replaced = part.replace("SIGUSR2");
  await settle();
  const whileLoading = { pid: part.pid, signals: runs[0]?.signals.length };
  runs[1]?.load();
  await settle();
  runs[1]?.becomeReady();
  await replaced;

  expect(whileLoading).toEqual({ pid: 1, signals: 0 });
  expect(runs[0]?.signals).toEqual(["SIGUSR2"]);
  expect(runs[1]).toMatchObject({ hasTakenOver: true, signals: [] });
  expect(part.pid).toBe(2);
  expect(exits).toEqual([]);
  await part.stop();
});

test("[SR101] a successor that ends while it loads leaves the running process", async () => {
  const { part, runs } = await anExchange();

  const replaced = part.replace("SIGUSR2");
  runs[1]?.die("SIP_PORT must be a port.");

  await expect(replaced).rejects.toMatchObject({
    code: "start_failed",
    message:
      "The new exchange could not be started. SIP_PORT must be a port. The running exchange continues unchanged.",
  });
  expect(runs[0]?.signals).toEqual([]);
  expect(part.pid).toBe(1);
  await part.stop();
});

test("[SR101] a successor that does not load in time is killed, and the next restart may begin", async () => {
  const { part, runs } = await anExchange(1);

  await expect(part.replace("SIGUSR2")).rejects.toThrow("has not loaded within");
  void part.replace("SIGUSR2").catch(ignore);

  expect(runs[1]?.signals).toEqual(["SIGKILL"]);
  expect(runs[0]?.signals).toEqual([]);
  expect(runs).toHaveLength(3);
  await part.stop();
});

test("[SR101] a second restart is refused while a successor loads", async () => {
  const { part, runs } = await anExchange();
  void part.replace("SIGUSR2").catch(ignore);

  await expect(part.replace("SIGUSR2")).rejects.toThrow("is being restarted already");

  expect(runs).toHaveLength(2);
  await part.stop();
});

test("[SR101] a successor that ends when it takes over is started again", async () => {
  const { part, runs, exits } = await anExchange();

  const replaced = part.replace("SIGUSR2");
  runs[1]?.load();
  await settle();
  runs[1]?.die("EXCHANGE_PORT is in use.");

  await expect(replaced).rejects.toThrow("ended when it took over, and is started again");
  await settle();
  expect(exits).toEqual(["EXCHANGE_PORT is in use."]);
  expect(part.pid).toBe(3);
  await part.stop();
});

test("[SR100] a process that crashes while its successor loads is followed by the successor", async () => {
  const { part, runs, exits } = await anExchange();
  const replaced = part.replace("SIGUSR2");

  runs[0]?.die("crashed");
  await settle();
  runs[1]?.load();
  await settle();
  runs[1]?.becomeReady();
  await replaced;

  expect(exits).toEqual(["crashed"]);
  expect(runs).toHaveLength(2);
  expect(runs[1]).toMatchObject({ hasTakenOver: true, signals: [] });
  await part.stop();
});

test("a part that stops ends its loading successor too", async () => {
  const { part, runs } = await anExchange();
  const replaced = part.replace("SIGUSR2");

  await part.stop("SIGTERM");

  await expect(replaced).rejects.toThrow("could not be started");
  expect(runs.map(({ signals }) => signals[0])).toEqual(["SIGTERM", "SIGTERM"]);
});
