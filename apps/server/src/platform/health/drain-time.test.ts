import { expect, test } from "vitest";

import { findDrainTime } from "./drain-time.ts";

test("[SR110] a server drains for 5 s beside another one, not at all alone, and for the time of the setting", () => {
  expect(findDrainTime({ drainMs: null }, [{}])).toBe(5_000);
  expect(findDrainTime({ drainMs: null }, [])).toBe(0);
  expect(findDrainTime({ drainMs: 30_000 }, [])).toBe(30_000);
  expect(findDrainTime({ drainMs: 0 }, [{}])).toBe(0);
});
