import { expect, test } from "vitest";

import { compareNewestFirst } from "./compare-newest-first.ts";

function at(ms: number) {
  return new Date(ms);
}

test("[XR6] the newest record is first, and records of the same time are in descending order of their sids", () => {
  const listed = [
    { sid: "CF2", createdAt: at(1) },
    { sid: "CF1", createdAt: at(2) },
    { sid: "CF3", createdAt: at(1) },
    { sid: "CF4", createdAt: at(1) },
  ];

  const orders = [listed, listed.toReversed()].map((each) => each.sort(compareNewestFirst));

  for (const order of orders) {
    expect(order.map(({ sid }) => sid)).toEqual(["CF1", "CF4", "CF3", "CF2"]);
  }
});
