import { expect, test } from "vitest";

import { findDrainTime } from "./drain-time.ts";

test("[SR110] a server drains for the time of the setting; without a setting for 5 s if another server runs, and not at all if it is alone", () => {
  expect(findDrainTime({ drainMs: null }, [{}])).toBe(5_000);
  expect(findDrainTime({ drainMs: null }, [])).toBe(0);
  expect(findDrainTime({ drainMs: 30_000 }, [])).toBe(30_000);
  expect(findDrainTime({ drainMs: 0 }, [{}])).toBe(0);
});
