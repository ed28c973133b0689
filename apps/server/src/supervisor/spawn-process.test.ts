import { expect, test } from "vitest";

import { spawnProcess } from "./spawn-process.ts";

/** A process that ends with the first line of its input, and never at a signal. */
const STUBBORN = `
  process.on("SIGUSR2", () => undefined);
  process.stdin.once("data", (line) => { console.log("got " + line); process.exit(0); });
  console.log("runs");
`;

function start(stopTimeoutMs: number) {
  let output = "";
  const outputs: ((text: string) => void)[] = [];
  const log = {
    writeOutput(text: string) {
      output += text;
      outputs.forEach((listener) => listener(output));
    },
    writeError: () => undefined,
  };
  const args = ["-e", STUBBORN];
  const process_ = spawnProcess({ name: "exchange", args, env: process.env, log, stopTimeoutMs });
  const runs = new Promise<void>((resolve) => {
    outputs.push((text) => text.includes("runs") && resolve());
  });
  return { process: process_, runs, output: () => output };
}

test("[SR101] a process that does not end at its signal is killed", async () => {
  const started = start(1);
  await started.runs;

  await started.process.stop("SIGUSR2");

  expect(started.output()).toBe("runs\n");
});

test("[SR100] a successor takes over by a line of its standard input", async () => {
  const started = start(60_000);
  await started.runs;

  started.process.takeOver();
  await started.process.ended;

  expect(started.output()).toContain("got take over\n");
});
