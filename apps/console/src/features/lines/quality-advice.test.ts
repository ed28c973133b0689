import { expect, test } from "vitest";

import { findQualityAdvice } from "./quality-advice.ts";

test.each([
  [[], []],
  [["high-jitter"], ["jitter"]],
  [["high-rtt"], ["delay"]],
  [["high-packet-loss", "high-packets-lost-fraction"], ["loss"]],
  [["low-mos"], ["poor"]],
  [["low-mos", "high-rtt"], ["delay"]],
  [["ice-connectivity-lost", "low-bytes-sent"], ["lost"]],
  [["constant-audio-input-level"], ["silence"]],
  [["a-later-warning"], ["poor"]],
])("[VD82] for the warnings %j the advice is %j", (warnings, advice) => {
  expect(findQualityAdvice(warnings)).toEqual(advice);
});
