import { expect, test } from "vitest";

import { ArrivalGate } from "./arrival-gate.ts";

test("[CW3] a burst of arrivals runs in order and a few at a time, even after a failure", async () => {
  const gate = new ArrivalGate(2);
  const begun: number[] = [];
  let inside = 0;
  let most = 0;

  const answers = await Promise.allSettled(
    [1, 2, 3, 4, 5].map((n) =>
      gate.pass(async () => {
        begun.push(n);
        most = Math.max(most, (inside += 1));
        await Promise.resolve();
        inside -= 1;
        if (n === 2) {
          throw new Error("two fails");
        }
        return n;
      }),
    ),
  );

  expect(begun).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
  expect(answers.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
  expect(await gate.pass(() => Promise.resolve("free again"))).toBe("free again");
});

test("[CW3] at most 1,000 arrivals wait, and further arrivals are refused", async () => {
  const gate = new ArrivalGate(1);
  let open = (): void => undefined;
  const first = gate.pass(() => new Promise<void>((resolve) => (open = resolve)));
  const waiting = Array.from({ length: 1_000 }, () => gate.pass(() => Promise.resolve()));

  await expect(gate.pass(() => Promise.resolve())).rejects.toThrow("1000 arrivals already wait");

  open();
  await Promise.all([first, ...waiting]);
});
