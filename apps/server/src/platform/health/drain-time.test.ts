import { expect, test } from "vitest";

import { findDrainTime } from "./drain-time.ts";

test("[SR110] a server drains for 5 s if another server runs, not at all if it is alone, and for the time in the setting if it is set", () => {
  expect(findDrainTime({ drainMs: null }, [{}])).toBe(5_000);
  expect(findDrainTime({ drainMs: null }, [])).toBe(0);
  expect(findDrainTime({ drainMs: 30_000 }, [])).toBe(30_000);
  expect(findDrainTime({ drainMs: 0 }, [{}])).toBe(0);
});
