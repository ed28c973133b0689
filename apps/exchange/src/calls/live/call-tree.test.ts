import { expect, test } from "vitest";

import { CallTree } from "./call-tree.ts";

const most = 200;

test("[XR105] a call tree accepts 200 live calls, and no further call until only the first is live", () => {
  const tree = new CallTree();
  const calls = Array.from({ length: most }, () => new AbortController());
  const admitted = calls.map(({ signal }) => {
    const isAdmitted = tree.hasCapacity(1);
    tree.add(signal);
    return isAdmitted;
  });
  const whenFull = tree.hasCapacity(1);

  for (const call of calls.slice(2)) {
    call.abort();
  }
  const withTwo = tree.hasCapacity(1);
  calls[1]?.abort();

  expect(admitted.every(Boolean)).toBe(true);
  expect([whenFull, withTwo, tree.hasCapacity(1)]).toEqual([false, false, true]);
});

test("[XR105] a call tree with 199 live calls does not accept the two calls of an internal call", () => {
  const tree = new CallTree();
  for (let call = 1; call < most; call += 1) {
    tree.add(new AbortController().signal);
  }

  expect(tree.hasCapacity(1)).toBe(true);
  expect(tree.hasCapacity(2)).toBe(false);
});
