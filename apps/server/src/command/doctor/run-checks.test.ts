import { expect, test, vi } from "vitest";

import type { Check, Surroundings } from "./context/check.ts";
import { right } from "./context/finding.ts";
import { runChecks } from "./run-checks.ts";

const around = {} as Surroundings;

function aCheck(name: string, run: Check["run"]): Check {
  return { name, timeoutMs: 1_000, lateAdvice: "Look at the network.", run };
}

test("[SR60] a check that hangs or fails is wrong, and the others keep their findings", async () => {
  vi.useFakeTimers();
  const checks = [
    aCheck("hangs", () => new Promise(() => undefined)),
    aCheck("fails", () => Promise.reject(new Error("token abcdef was refused"))),
    aCheck("works", async () => [right("It works."), right("It works twice.")]),
  ];

  const results = runChecks(checks, around, ["abcdef"]);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();

  expect((await results).map(({ check, state, text }) => `${check} ${state} ${text}`)).toEqual([
    "hangs wrong There is no result within 1 s.",
    "fails wrong The check itself failed: token [secret] was refused.",
    "works right It works.",
    "works right It works twice.",
  ]);
});
