import { expect, test } from "vitest";

import { CoreUnderTest } from "../../testing/core-under-test.ts";

test.each([0, 1, 2])(
  "[XR6] rooms of one moment keep their places when number %d ends",
  async (which) => {
    const it = new CoreUnderTest();
    for (const name of ["news", "sport", "talk"]) {
      await it.ringInto(`<Dial><Conference>${name}</Conference></Dial>`);
    }
    function sids() {
      return it.core.conferences.list({}).map(({ sid }) => sid);
    }
    const before = sids();
    expect(
      new Set(it.core.conferences.list({}).map(({ createdAt }) => Number(createdAt))),
    ).toHaveProperty("size", 1);

    it.core.conferences.update(before[which] ?? "", { status: "completed" });

    expect(it.core.conferences.find(before[which] ?? "")?.status).toBe("completed");
    expect(sids()).toEqual(before);
  },
);
