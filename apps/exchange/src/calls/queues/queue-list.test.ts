import { expect, test } from "vitest";

import { CoreUnderTest } from "../../testing/core-under-test.ts";

test("[XR6] queues of one moment keep their places, whichever is changed or goes", () => {
  const { queues } = new CoreUnderTest().core;
  const made = ["news", "sport", "talk"].map((friendlyName) => queues.create({ friendlyName }).sid);
  function sids() {
    return queues.list().map(({ sid }) => sid);
  }
  expect(sids()).toEqual(made.toReversed());

  for (const sid of made) {
    queues.update(sid, { maxSize: 7 });
  }
  expect(sids()).toEqual(made.toReversed());
  queues.remove(made[1] ?? "");

  expect(sids()).toEqual([made[2], made[0]]);
});
