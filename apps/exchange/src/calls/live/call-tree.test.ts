import { expect, test } from "vitest";

import { CallTree } from "./call-tree.ts";

const most = 200;

test("[XR105] a call tree accepts 200 live calls, and no further call until only the first is live", () => {
  const tree = new CallTree();
  const calls = Array.from({ length: most }, () => new AbortController());
  const admitted = calls.map(({ signal }) => {
    const isAdmitted = tree.hasCapacity();
    tree.add(signal);
    return isAdmitted;
  });
  const whenFull = tree.hasCapacity();

  for (const call of calls.slice(2)) {
    call.abort();
  }
  const withTwo = tree.hasCapacity();
  calls[1]?.abort();

  expect(admitted.every(Boolean)).toBe(true);
  expect([whenFull, withTwo, tree.hasCapacity()]).toEqual([false, false, true]);
});
