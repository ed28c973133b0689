import { expect, test } from "vitest";

import { run } from "../../../bench/hub-fanout.ts";

test("the fan-out is measured beside a bare broadcast, every message delivered", async () => {
  const rows = await run({ seconds: 1 });

  // Throws when a message is lost. How fast it was depends on the machine, so only bench judges it.
  const ratios = rows.filter(({ name }) => name.endsWith("hub p95 / bare p95"));
  expect(ratios).toMatchObject([{ beside: "<= 1.3" }, { beside: "<= 1.3" }]);
  for (const { value } of ratios) {
    expect(Number(value)).toBeGreaterThan(0);
  }
});
