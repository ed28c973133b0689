import { expect, test } from "vitest";

import type { Discrepancy } from "./compare-calls.ts";
import { RepeatedFindings } from "./repeated-findings.ts";

const missing: Discrepancy = { type: "leg.missing", call: "c1", leg: "CA1" };
const held: Discrepancy = { type: "caller.held", call: "c2" };

test("[CA60] with Twilio a finding takes effect only when two comparisons in a row find it", () => {
  const repeated = new RepeatedFindings(2);
  expect(repeated.confirm([missing])).toEqual([]);
  expect(repeated.confirm([held, missing])).toEqual([missing]);
  expect(repeated.confirm([missing])).toEqual([missing]);
  expect(repeated.confirm([])).toEqual([]);
  expect(repeated.confirm([missing])).toEqual([]);

  expect(new RepeatedFindings(1).confirm([missing])).toEqual([missing]);
});
